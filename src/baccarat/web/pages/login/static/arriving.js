// After a link from another site the browser sent no cookies; the same address, requested from here,
// sends them. Its `#` part is left out, because it would only scroll this page.

location.replace(location.href.split("#")[0]);

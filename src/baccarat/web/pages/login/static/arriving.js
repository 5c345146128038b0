// Somebody came by a link from elsewhere, and the browser kept our cookies back: the same address,
// asked for from here, brings them. Without its end: a `#` there would only move about on this page.

location.replace(location.href.split("#")[0]);

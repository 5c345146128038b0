// Somebody came by a link from elsewhere, and the browser kept our cookies back: the same address,
// asked for from here, brings them.

location.replace(location.href);

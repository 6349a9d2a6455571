// A link's one-time code stands behind `#`. It leaves the address before anything else happens.
history.replaceState(null, "", location.pathname);

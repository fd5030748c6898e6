// A rejection without a reason.
setTimeout(() => Promise.reject(), 1);

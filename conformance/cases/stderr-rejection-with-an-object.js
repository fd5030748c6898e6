// An object that was a reason is put into words, not printed.
Promise.reject({ a: 1 });

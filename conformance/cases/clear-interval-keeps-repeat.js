const iv = setInterval(() => {}, 7);
clearInterval(iv);
console.log(iv._repeat, iv._idleTimeout, iv._destroyed, iv.refresh() === iv, iv._destroyed);

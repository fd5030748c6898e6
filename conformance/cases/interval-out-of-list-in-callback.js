const iv = setInterval(() => { console.log(iv._idleNext, iv._idlePrev, iv._destroyed); clearInterval(iv); }, 1);

const t = setTimeout(() => console.log('fires'), 5).unref().unref();
t.ref();
console.log(t.hasRef(), t.unref().hasRef(), t.ref().ref().hasRef());

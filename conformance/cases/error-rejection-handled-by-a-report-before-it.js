// Rejections are taken all at once: one that is handled while another is reported is reported all the same, and no 'rejectionHandled' follows.
let second;
process.on('unhandledRejection', (e) => { console.log('unhandled', e); second.catch((e) => console.log('caught', e)); });
process.on('rejectionHandled', () => console.log('handled'));
Promise.reject(1);
second = Promise.reject(2);
setTimeout(() => console.log('end'), 5);

// Set+clear of timeouts: a timer that never fires, cleared at once.
function never() {
  throw new Error('a cleared timeout has run');
}
begin();
for (let i = 0; i < n; i++) clearTimeout(setTimeout(never, 40000));
end();

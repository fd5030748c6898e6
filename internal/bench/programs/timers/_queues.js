'use strict';
// Two queues of records {expiry}: Heap, a binary heap that knows where its head is,
// and List, an array sorted from the last to the first. Both can raise their head's
// expiry, which is what a timers pass does to a list that is not due yet.

class Heap {
  constructor() { this.items = []; }

  get size() { return this.items.length; }

  peek() { return this.items[0]; }

  insert(record) {
    const items = this.items;
    let at = items.length;
    items.push(record);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (items[parent].expiry <= record.expiry) break;
      items[at] = items[parent];
      at = parent;
    }
    items[at] = record;
  }

  shift() {
    const head = this.items[0];
    const last = this.items.pop();
    if (this.items.length > 0) this.#sink(last);
    return head;
  }

  raise(by) {
    const head = this.items[0];
    head.expiry += by;
    this.#sink(head);
  }

  // #sink puts a record in at the top and lets it find its place.
  #sink(record) {
    const items = this.items;
    const end = items.length;
    let at = 0;
    for (let child = 1; child < end; child = 2 * at + 1) {
      if (child + 1 < end && items[child + 1].expiry < items[child].expiry) child++;
      if (items[child].expiry >= record.expiry) break;
      items[at] = items[child];
      at = child;
    }
    items[at] = record;
  }
}

class List {
  constructor() { this.items = []; }

  get size() { return this.items.length; }

  peek() { return this.items[this.items.length - 1]; }

  insert(record) {
    const items = this.items;
    let low = 0;
    let high = items.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (items[middle].expiry > record.expiry) low = middle + 1;
      else high = middle;
    }
    items.splice(low, 0, record);
  }

  shift() { return this.items.pop(); }

  raise(by) {
    const head = this.items.pop();
    head.expiry += by;
    this.insert(head);
  }
}

module.exports = { heap: Heap, list: List };

'use strict';
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const filter = document.getElementById('filter');
  const select = document.getElementById('sort');
  const chosen = new Set();
  const order = ['worse', 'better', 'undecided', 'equal'];

  const key = (row, by) => {
    if (by === 'name') return row.dataset.name;
    if (by === 'verdict') return order.indexOf(row.dataset.verdict);
    return row.dataset[by] === '' ? NaN : Number(row.dataset[by]);
  };
  // What is not a number stays last in both directions.
  const compare = (a, b, by, direction) => {
    const x = key(a, by), y = key(b, by);
    if (Number.isNaN(x) || Number.isNaN(y)) return Number.isNaN(x) - Number.isNaN(y);
    return (x < y ? -1 : x > y ? 1 : 0) * direction;
  };
  const sort = (by, direction) => {
    for (const body of all('tbody')) {
      body.append(...all('tr', body).sort((a, b) => compare(a, b, by, direction)));
    }
    for (const button of all('[data-sort]')) {
      button.closest('th').setAttribute('aria-sort',
        button.dataset.sort !== by ? 'none' : direction > 0 ? 'ascending' : 'descending');
    }
    select.value = by;
  };
  const show = () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0, total = 0;
    for (const row of all('tbody tr')) {
      const name = row.dataset.name.toLowerCase();
      const fits = words.every((w) => name.includes(w)) && (chosen.size === 0 || chosen.has(row.dataset.verdict));
      row.hidden = !fits;
      shown += fits;
      total++;
    }
    document.getElementById('count').textContent = shown === total ? `${total} rows` : `${shown} of ${total} rows`;
  };

  for (const button of all('[data-sort]')) {
    button.addEventListener('click', () => {
      const up = button.closest('th').getAttribute('aria-sort') === 'ascending';
      sort(button.dataset.sort, up ? -1 : 1);
    });
  }
  select.addEventListener('change', () => sort(select.value, select.value === 'spread' ? -1 : 1));
  for (const tile of all('.tile')) {
    tile.addEventListener('click', () => {
      const v = tile.dataset.verdict;
      if (!chosen.delete(v)) chosen.add(v);
      tile.setAttribute('aria-pressed', String(chosen.has(v)));
      show();
    });
  }
  filter.addEventListener('input', show);
  show();
})();

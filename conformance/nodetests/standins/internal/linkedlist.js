'use strict'
// Stand-in for internal/linkedlist: a ring through _idleNext and _idlePrev, whose
// head knows the oldest item as _idlePrev and the newest as _idleNext.
function init(list) {
  list._idleNext = list._idlePrev = list
}
function peek(list) {
  return list._idlePrev === list ? null : list._idlePrev
}
function remove(item) {
  const { _idleNext: older, _idlePrev: newer } = item
  if (older) older._idlePrev = newer
  if (newer) newer._idleNext = older
  item._idleNext = item._idlePrev = null
}
function append(list, item) {
  if (item._idleNext || item._idlePrev) remove(item)
  const newest = list._idleNext
  item._idleNext = newest
  item._idlePrev = list
  newest._idlePrev = item
  list._idleNext = item
}
module.exports = { append, init, isEmpty: (list) => list._idleNext === list, peek, remove }

/** By how many tiles a key moves the strip's focus. */
export const stripMoves = new Map([
  ['ArrowDown', 1],
  ['ArrowRight', 1],
  ['ArrowUp', -1],
  ['ArrowLeft', -1],
])

/** By how many tiles a key moves the focus in the strip. */
export const stripMoves = new Map([
  ['ArrowDown', 1],
  ['ArrowRight', 1],
  ['ArrowUp', -1],
  ['ArrowLeft', -1],
])

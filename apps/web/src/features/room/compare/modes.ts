import { type CompareMode, compareModes } from '#web/features/room/state/comparing'

/** Wipe: a before/after slider. Opacity: onion skin. */
export const modeNames: Record<CompareMode, string> = {
  SIDE: 'Side by side',
  WIPE: 'Wipe',
  BLINK: 'Blink',
  OPACITY: 'Opacity',
  DIFFERENCE: 'Difference',
}

/** The next or previous mode, cyclically. */
export function stepMode(mode: CompareMode, by: 1 | -1): CompareMode {
  const count = compareModes.length
  return compareModes[(compareModes.indexOf(mode) + by + count) % count] ?? mode
}

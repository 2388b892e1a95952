import { isCommandKey, type Pressed, plainKeyIn, type Shortcut } from '#web/lib/keys'

export type FixCommand = 'accept' | 'notYet' | 'skip' | 'undo' | 'next' | 'previous' | 'blink' | 'help'

const commands = new Map<string, FixCommand>([
  ['a', 'accept'],
  ['r', 'notYet'],
  ['s', 'skip'],
  ['z', 'undo'],
  ['ArrowRight', 'next'],
  ['ArrowDown', 'next'],
  ['ArrowLeft', 'previous'],
  ['ArrowUp', 'previous'],
  [' ', 'blink'],
  ['?', 'help'],
])

/** The rows of the queue's `?` sheet. */
export const fixShortcuts: readonly Shortcut[] = [
  { keys: ['A'], what: 'Accept: resolves the comment' },
  { keys: ['R'], what: 'Not yet: it stays open, and you may reply' },
  { keys: ['S'], what: 'Skip' },
  { keys: ['Z', 'Ctrl/⌘ + Z'], what: 'Undo the last decision' },
  { keys: ['←', '→'], what: 'Previous and next comment' },
  { keys: ['Space'], what: 'Blink between the two versions' },
  { keys: ['Esc'], what: 'Close' },
  { keys: ['?'], what: 'Show or hide these shortcuts' },
]

/** A key's command while fixes are confirmed. */
export const fixCommandOf = (event: Pressed): FixCommand | null =>
  isCommandKey(event, 'z') ? 'undo' : (plainKeyIn(event, commands) ?? null)

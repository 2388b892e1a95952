import { type Pressed, plainKeyIn } from '#web/lib/keys'

export type CompareCommand =
  | 'close'
  | 'modeBefore'
  | 'modeAfter'
  | 'less'
  | 'more'
  | 'pageBefore'
  | 'pageAfter'
  | 'nextChange'
  | 'previousChange'
  | 'older'

const commands = new Map<string, CompareCommand>([
  ['b', 'close'],
  ['Escape', 'close'],
  [',', 'modeBefore'],
  ['<', 'modeBefore'],
  ['.', 'modeAfter'],
  ['>', 'modeAfter'],
  ['ArrowLeft', 'less'],
  ['ArrowDown', 'less'],
  ['ArrowRight', 'more'],
  ['ArrowUp', 'more'],
  ['PageUp', 'pageBefore'],
  ['PageDown', 'pageAfter'],
  ['n', 'nextChange'],
  ['p', 'previousChange'],
  ['o', 'older'],
])

/** A key's command while comparing; null for those that mean what they mean in the room. */
export const compareCommandOf = (event: Pressed): CompareCommand | null => plainKeyIn(event, commands) ?? null

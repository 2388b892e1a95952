import { type Pressed, plainKeyIn, type Shortcut } from '#web/lib/keys'

export type Command =
  | 'zoomIn'
  | 'zoomOut'
  | 'fit'
  | 'actualSize'
  | 'fitWidth'
  | 'pins'
  | 'search'
  | 'nextComment'
  | 'previousComment'
  /** After one was resolved. */
  | 'nextOpen'
  | 'nextFile'
  | 'previousFile'
  | 'nextPage'
  | 'previousPage'
  | 'fullScreen'
  | 'help'
  | 'point'
  | 'region'
  | 'arrow'
  | 'draw'
  | 'task'
  | 'checks'
  | 'pick'
  | 'seeAs'
  | 'reply'
  | 'resolve'
  | 'react'
  | 'move'
  | 'ruler'
  | 'colors'

const commands = new Map<string, Command>([
  ['+', 'zoomIn'],
  ['=', 'zoomIn'],
  ['-', 'zoomOut'],
  ['−', 'zoomOut'],
  ['_', 'zoomOut'],
  ['0', 'fit'],
  ['1', 'actualSize'],
  ['2', 'fitWidth'],
  ['h', 'pins'],
  ['t', 'task'],
  ['r', 'reply'],
  ['e', 'resolve'],
  ['l', 'react'],
  ['w', 'move'],
  ['k', 'checks'],
  ['x', 'pick'],
  ['v', 'seeAs'],
  ['/', 'search'],
  ['n', 'nextComment'],
  ['p', 'previousComment'],
  [']', 'nextFile'],
  ['[', 'previousFile'],
  ['ArrowRight', 'nextPage'],
  ['ArrowLeft', 'previousPage'],
  ['PageDown', 'nextPage'],
  ['PageUp', 'previousPage'],
  ['f', 'fullScreen'],
  ['?', 'help'],
  ['c', 'point'],
  ['g', 'region'],
  ['a', 'arrow'],
  ['d', 'draw'],
  ['m', 'ruler'],
  ['i', 'colors'],
])

/** What the `?` sheet lists, in its order. */
export const shortcutList: readonly Shortcut[] = [
  { keys: ['N', 'P'], what: 'Next and previous comment' },
  { keys: ['Enter'], what: 'Open the comment that has the focus' },
  { keys: ['R', 'E'], what: 'Reply to the chosen comment; resolve it, or open it again' },
  { keys: ['L'], what: 'React to the chosen comment' },
  { keys: ['[', ']'], what: 'Previous and next file' },
  { keys: ['←', '→'], what: 'Previous and next page, then file' },
  { keys: ['+', '−'], what: 'Zoom in and out' },
  { keys: ['0', '1', '2'], what: 'Fit to the screen, 100 %, as wide as the screen' },
  { keys: ['Ctrl/⌘ + wheel'], what: 'Zoom where the pointer is; the wheel alone scrolls, Shift sideways' },
  { keys: ['Space + drag'], what: 'Move the design' },
  { keys: ['C', 'G', 'A', 'D'], what: 'Mark a point or a region, with an arrow or by hand' },
  { keys: ['M', 'I'], what: 'Measure a distance, read colours and their contrast, into the comment' },
  { keys: ['Shift + ←↑→↓'], what: 'Then, without a mouse: draw; the arrows alone move, Enter comments' },
  { keys: ['W'], what: 'Move the mark of one’s own comment: arrows, Shift by ten, Alt resizes; or drag it' },
  { keys: ['Ctrl/⌘ + Enter'], what: 'Send' },
  { keys: ['Ctrl/⌘ + Z'], what: 'Undo what was just resolved, deleted or discarded' },
  { keys: ['/'], what: 'Search the comments of this file' },
  { keys: ['K'], what: 'Open the first pass, and go back to the comments' },
  { keys: ['T'], what: 'Make a task of the chosen comment, or of all that are chosen' },
  { keys: ['X'], what: 'Choose several comments, beginning with this one' },
  { keys: ['V'], what: 'See the design as people without red, green or blue do, in grey, blurred' },
  { keys: ['H'], what: 'Hide the pins and show them again' },
  { keys: ['F'], what: 'Full screen' },
  { keys: ['Esc'], what: 'Cancel or close' },
  { keys: ['?'], what: 'Show these keys' },
]

/** The command of a key; null for every other, and for keys that belong to the browser or the system. */
export const commandOf = (event: Pressed): Command | null => plainKeyIn(event, commands) ?? null

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
  /** After resolving one. */
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
  | 'compare'
  | 'reply'
  | 'resolve'
  | 'react'
  | 'move'
  | 'round'
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
  ['b', 'compare'],
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
  ['s', 'round'],
  ['m', 'ruler'],
  ['i', 'colors'],
])

/** The rows of the `?` sheet, in order. */
export const shortcutList: readonly Shortcut[] = [
  { keys: ['N', 'P'], what: 'Next and previous comment' },
  { keys: ['Enter'], what: 'Open the focused comment' },
  { keys: ['R', 'E'], what: 'Reply to the selected comment; resolve or reopen it' },
  { keys: ['L'], what: 'React to the selected comment' },
  { keys: ['[', ']'], what: 'Previous and next file' },
  { keys: ['←', '→'], what: 'Previous and next page, then file' },
  { keys: ['+', '−'], what: 'Zoom in and out' },
  { keys: ['0', '1', '2'], what: 'Fit to screen, 100%, fit to width' },
  { keys: ['Ctrl/⌘ + wheel'], what: 'Zoom at the pointer; the wheel alone scrolls, with Shift sideways' },
  { keys: ['Space + drag'], what: 'Move the design' },
  { keys: ['C', 'G', 'A', 'D'], what: 'Point, region, arrow or drawing' },
  { keys: ['M', 'I'], what: 'Measure distances, or colours and their contrast, for a comment' },
  {
    keys: ['Shift + ←↑→↓'],
    what: 'With a tool selected, draw from the keyboard; arrow keys alone move the crosshair, Enter comments',
  },
  {
    keys: ['W'],
    what: 'Move the marker of your own comment with arrow keys (Shift: by ten, Alt: resize), or drag it',
  },
  { keys: ['Ctrl/⌘ + Enter'], what: 'Send' },
  { keys: ['Ctrl/⌘ + Z'], what: 'Undo the last resolve, delete or discard' },
  { keys: ['/'], what: 'Search the comments in this file' },
  { keys: ['K'], what: 'Open the automatic checks, or go back to the comments' },
  { keys: ['S'], what: 'Start a round, decide in it, or look at it' },
  { keys: ['T'], what: 'Create a task from the selected comment, or from all that are selected' },
  { keys: ['X'], what: 'Select several comments, starting with this one' },
  { keys: ['V'], what: 'Simulate colour blindness, greyscale or blurred vision' },
  { keys: ['B'], what: 'Compare versions; B or Esc closes' },
  { keys: [',', '.'], what: 'Comparing: previous and next view' },
  { keys: ['←', '→'], what: 'Comparing: move the wipe, or fade' },
  { keys: ['N', 'P'], what: 'Comparing: next and previous change' },
  { keys: ['O'], what: 'Comparing: show the older version while held' },
  { keys: ['H'], what: 'Hide or show the pins' },
  { keys: ['F'], what: 'Full screen' },
  { keys: ['Esc'], what: 'Cancel or close' },
  { keys: ['?'], what: 'Show shortcuts' },
]

/** A key's command; null for other keys, and for those of the browser or system. */
export const commandOf = (event: Pressed): Command | null => plainKeyIn(event, commands) ?? null

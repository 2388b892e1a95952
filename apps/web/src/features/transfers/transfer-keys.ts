import { isCommandKey, type Pressed, plainKeyIn } from '#web/lib/keys'

export type KeyAction = 'all' | 'none' | 'rename' | 'delete' | 'cut' | 'copy' | 'paste'

const withCommand = { a: 'all', x: 'cut', c: 'copy', v: 'paste' } as const
const alone = new Map<string, KeyAction>([
  ['F2', 'rename'],
  ['Delete', 'delete'],
  ['Escape', 'none'],
])

/** A key's action in a list of files; letters need Ctrl or ⌘. */
export function actionOfKey(event: Pressed): KeyAction | null {
  for (const [letter, action] of Object.entries(withCommand)) if (isCommandKey(event, letter)) return action
  return plainKeyIn(event, alone) ?? null
}

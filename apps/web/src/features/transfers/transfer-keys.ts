export type KeyAction = 'all' | 'none' | 'rename' | 'delete' | 'cut' | 'copy' | 'paste'

const withCommand: Record<string, KeyAction> = { a: 'all', x: 'cut', c: 'copy', v: 'paste' }
const alone: Record<string, KeyAction> = { F2: 'rename', Delete: 'delete', Escape: 'none' }

/** What a key means in a list of files; `isCommand`: with Ctrl or ⌘. */
export function actionOfKey(key: string, isCommand: boolean): KeyAction | null {
  return (isCommand ? withCommand : alone)[key] ?? null
}

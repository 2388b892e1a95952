type Key = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>
export type Pressed = Key & Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey'>

/** Like `Escape`; one Arabic key may type two letters. */
const named = /^[A-Z][A-Za-z0-9]+$/
/** Of a script that is neither Latin nor shared. */
const foreign = /[^\p{scx=Latin}\p{scx=Common}\p{scx=Inherited}]/u

/** Also lowers the Turkish ı, which is on the key labelled I. */
const fold = (key: string) => key.toUpperCase().toLowerCase()

const signs = new Map([
  ['Minus', '-'],
  ['Equal', '='],
  ['BracketLeft', '['],
  ['BracketRight', ']'],
  ['Slash', '/'],
])

/** The key at that place of a US keyboard; null if we use none there. */
function atPlace({ code, shiftKey }: Key): string | null {
  const plain = /^(?:Key|Digit|Numpad)(\w)$/.exec(code)?.[1] ?? signs.get(code) ?? null
  return plain === '/' && shiftKey ? '?' : plain && fold(plain)
}

/** A key's names, likeliest first: the typed Latin letter or sign, else the letter of that place; shifted digits count. */
function namesOf(event: Key): string[] {
  const { key, code, shiftKey } = event
  // Browsers that autofill a form send a key without a name.
  if (!key || named.test(key)) return [key]
  // Hebrew has a sign in the place of W, where no Latin layout has it.
  const isForeign = foreign.test(key) || (code === 'KeyW' && key === "'")
  const placed = atPlace(event)
  if (isForeign) return [placed ?? key]
  const isDigit = placed !== null && /^Digit\d$/.test(code) && !shiftKey
  return isDigit ? [fold(key), placed] : [fold(key)]
}

/** Whether the event is one of these keys (lower case), regardless of modifiers. Use it for all keys. */
export function isKey(event: Key, ...wanted: readonly string[]): boolean {
  return namesOf(event).some((name) => wanted.includes(name))
}

/** A key's entry in a table, with letters in lower case, regardless of modifiers. */
export function keyIn<T>(event: Key, table: ReadonlyMap<string, T>): T | undefined {
  for (const name of namesOf(event)) if (table.has(name)) return table.get(name)
  return undefined
}

/** The same without Ctrl, ⌘ or Alt, which belong to the browser or system. */
export function plainKeyIn<T>(event: Pressed, table: ReadonlyMap<string, T>): T | undefined {
  const { key, ctrlKey, metaKey, altKey } = event
  // Many layouts need AltGr (sent as Ctrl+Alt) or Option for brackets.
  const isTyped = altKey && !metaKey && (key === '[' || key === ']')
  return isTyped || !(ctrlKey || metaKey || altKey) ? keyIn(event, table) : undefined
}

/** With only Ctrl or ⌘. Shift decides, not the case, which CapsLock changes. */
export function isCommandKey(event: Pressed, name: string): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey } = event
  return (ctrlKey || metaKey) && !altKey && !shiftKey && isKey(event, name)
}

/** True for a letter, digit or sign; false for Escape or F5. */
export const isCharacter = ({ key }: Key): boolean => !named.test(key)

/** The input method handles the key, such as Enter to accept. Safari only reports it as code 229. */
const isComposing = (event: KeyboardEvent) => event.isComposing || event.keyCode === 229

/** Runs before all other handlers, which never see keys of an input method. */
export function leaveKeysToInputMethods(): void {
  const keep = (event: KeyboardEvent) => isComposing(event) && event.stopImmediatePropagation()
  window.addEventListener('keydown', keep, true)
  window.addEventListener('keyup', keep, true)
}

/** True where letters are typed. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable) return true
  if (target instanceof HTMLInputElement)
    return !['button', 'checkbox', 'radio', 'submit'].includes(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

/** Dialogs and menus have their own keys. */
export function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"], [role="menu"]') !== null
}

/** A row of the `?` sheet. */
export type Shortcut = { keys: readonly string[]; what: string }

/** Arrow keys belong to menus, tab lists and the file strip. */
export function ownsArrows(target: EventTarget | null): boolean {
  const owner = '[role="menu"], [role="radiogroup"], [role="tablist"], [role="listbox"], [data-owns-arrows]'
  return target instanceof Element && target.closest(owner) !== null
}

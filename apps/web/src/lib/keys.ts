type Key = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>
export type Pressed = Key & Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey'>

/** As `Escape`; what Arabic has on one key may have two letters. */
const named = /^[A-Z][A-Za-z0-9]+$/
/** Of a script that is neither Latin nor shared by several. */
const foreign = /[^\p{scx=Latin}\p{scx=Common}\p{scx=Inherited}]/u

/** Lower case also of the Turkish ı, which is on the key that says I. */
const fold = (key: string) => key.toUpperCase().toLowerCase()

const signs = new Map([
  ['Minus', '-'],
  ['Equal', '='],
  ['BracketLeft', '['],
  ['BracketRight', ']'],
  ['Slash', '/'],
])

/** What is at that place of a US keyboard; null where no key of ours is. */
function atPlace({ code, shiftKey }: Key): string | null {
  const plain = /^(?:Key|Digit|Numpad)(\w)$/.exec(code)?.[1] ?? signs.get(code) ?? null
  return plain === '/' && shiftKey ? '?' : plain && fold(plain)
}

/** A key's names, likeliest first: the typed Latin letter or sign, else the letter of that place; shifted digits count. */
function namesOf(event: Key): string[] {
  const { key, code, shiftKey } = event
  // A browser that fills in a form sends a key without a name.
  if (!key || named.test(key)) return [key]
  // Hebrew has a sign in the place of W; no Latin layout has this one there.
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

/** What the table says of a key, letters in lower case, whatever is held besides. */
export function keyIn<T>(event: Key, table: ReadonlyMap<string, T>): T | undefined {
  for (const name of namesOf(event)) if (table.has(name)) return table.get(name)
  return undefined
}

/** The same; nothing for what belongs to the browser or the system: with Ctrl, ⌘ or Alt. */
export function plainKeyIn<T>(event: Pressed, table: ReadonlyMap<string, T>): T | undefined {
  const { key, ctrlKey, metaKey, altKey } = event
  // Many layouts need AltGr for brackets, which arrives as Ctrl and Alt, or Option.
  const isTyped = altKey && !metaKey && (key === '[' || key === ']')
  return isTyped || !(ctrlKey || metaKey || altKey) ? keyIn(event, table) : undefined
}

/** With Ctrl or ⌘ and nothing else. Shift decides, not the case: of CapsLock comes a capital too. */
export function isCommandKey(event: Pressed, name: string): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey } = event
  return (ctrlKey || metaKey) && !altKey && !shiftKey && isKey(event, name)
}

/** True of a letter, a digit or a sign, false of Escape or F5. */
export const isCharacter = ({ key }: Key): boolean => !named.test(key)

/** The key is the input method's, as Enter that takes a proposal. Safari tells it by the number alone. */
const isComposing = (event: KeyboardEvent) => event.isComposing || event.keyCode === 229

/** Before any other handler, ours or a library's: none hears of keys that are an input method's. */
export function leaveKeysToInputMethods(): void {
  const keep = (event: KeyboardEvent) => isComposing(event) && event.stopImmediatePropagation()
  window.addEventListener('keydown', keep, true)
  window.addEventListener('keyup', keep, true)
}

/** True where a letter is a letter. */
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

/** A line of the sheet that `?` opens. */
export type Shortcut = { keys: readonly string[]; what: string }

/** Arrow keys belong to whatever moves with them: a menu, a tab list, the strip of files. */
export function ownsArrows(target: EventTarget | null): boolean {
  const owner = '[role="menu"], [role="radiogroup"], [role="tablist"], [role="listbox"], [data-owns-arrows]'
  return target instanceof Element && target.closest(owner) !== null
}

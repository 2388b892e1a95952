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

type KeyInput = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

export function isUndoKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyInput): boolean {
  return (ctrlKey || metaKey) && !altKey && !shiftKey && key === 'z'
}

/** A line of the sheet that `?` opens. */
export type Shortcut = { keys: readonly string[]; what: string }

/** Arrow keys belong to whatever moves with them: a menu, a tab list, the strip of files. */
export function ownsArrows(target: EventTarget | null): boolean {
  const owner = '[role="menu"], [role="radiogroup"], [role="tablist"], [role="listbox"], [data-owns-arrows]'
  return target instanceof Element && target.closest(owner) !== null
}

export type TableKey =
  | { do: 'focus'; at: number }
  /** The chosen files, one or one row earlier or later. */
  | { do: 'step'; by: number }
  | { do: 'choose'; isRange: boolean }
  | { do: 'chooseAll' | 'chooseNone' | 'open' | 'remove' }

type KeyInput = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** What a key does on the light table; `at` has the focus, of `count` files in rows of `columns`. */
export function tableKey(
  { key, ctrlKey, metaKey, altKey, shiftKey }: KeyInput,
  { at, count, columns }: { at: number; count: number; columns: number },
): TableKey | null {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
  }
  const by = steps[key]
  if (by !== undefined && !ctrlKey && !metaKey) {
    if (altKey) return { do: 'step', by }
    const to = at + by
    return { do: 'focus', at: to < 0 || to >= count ? at : to }
  }
  if (ctrlKey || metaKey) return key === 'a' ? { do: 'chooseAll' } : null
  if (altKey) return null
  if (key === 'Home') return { do: 'focus', at: 0 }
  if (key === 'End') return { do: 'focus', at: count - 1 }
  if (key === ' ') return { do: 'choose', isRange: shiftKey }
  if (key === 'Enter') return { do: 'open' }
  if (key === 'Delete' || key === 'Backspace') return { do: 'remove' }
  if (key === 'Escape') return { do: 'chooseNone' }
  return null
}

import { isCommandKey, keyIn, type Pressed, plainKeyIn } from '#web/lib/keys'

export type TableKey =
  | { do: 'focus'; at: number }
  /** Moves the selected files by one place or one row. */
  | { do: 'step'; by: number }
  | { do: 'choose'; isRange: boolean }
  | { do: 'chooseAll' | 'chooseNone' | 'open' | 'remove' }

type Place = { at: number; count: number; columns: number }

const steps = new Map<string, (columns: number) => number>([
  ['ArrowLeft', () => -1],
  ['ArrowRight', () => 1],
  ['ArrowUp', (columns) => -columns],
  ['ArrowDown', (columns) => columns],
])
const alone = new Map<string, (place: Place, isRange: boolean) => TableKey>([
  ['Home', () => ({ do: 'focus', at: 0 })],
  ['End', ({ count }) => ({ do: 'focus', at: count - 1 })],
  [' ', (_, isRange) => ({ do: 'choose', isRange })],
  ['Enter', () => ({ do: 'open' })],
  ['Delete', () => ({ do: 'remove' })],
  ['Backspace', () => ({ do: 'remove' })],
  ['Escape', () => ({ do: 'chooseNone' })],
])

/** A key's action on the light table; `at`: the focused one of `count` files in rows of `columns`. */
export function tableKey(event: Pressed, place: Place): TableKey | null {
  const { ctrlKey, metaKey, altKey, shiftKey } = event
  const by = keyIn(event, steps)?.(place.columns)
  if (by !== undefined && !ctrlKey && !metaKey) {
    if (altKey) return { do: 'step', by }
    const to = place.at + by
    return { do: 'focus', at: to < 0 || to >= place.count ? place.at : to }
  }
  if (isCommandKey(event, 'a')) return { do: 'chooseAll' }
  return plainKeyIn(event, alone)?.(place, shiftKey) ?? null
}

import { parseJson, shapeOf } from '@wingmark/contract/json'
import { beforeLeaving } from '#web/lib/session'
import { createValue, useStore } from '#web/lib/store'

const key = 'wingmark.searched'
const most = 6

const isWords = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((word) => typeof word === 'string')

const words = createValue<readonly string[]>(parseJson(localStorage.getItem(key), shapeOf(isWords)) ?? [])

function keep(next: readonly string[]): void {
  words.dispatch(next)
  try {
    if (next.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(next))
  } catch {
    // A full store keeps the words for this tab only.
  }
}

/** The words that led somewhere on this device, the last one first. */
export function useRecentWords(): readonly string[] {
  return useStore(words, (all) => all)
}

export function rememberWord(word: string): void {
  const wanted = word.trim()
  if (wanted === '') return
  keep([wanted, ...words.get().filter((one) => one.toLowerCase() !== wanted.toLowerCase())].slice(0, most))
}

export function forgetWords(): void {
  keep([])
}

beforeLeaving(async () => forgetWords())

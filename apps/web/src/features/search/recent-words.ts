import { parseJson, shapeOf } from '@wingmark/contract/json'
import { readStored, writeStored } from '#web/lib/browser-storage'
import { beforeLeaving } from '#web/lib/session'
import { createValue, useStore } from '#web/lib/store'

const key = 'wingmark.searched'
const most = 6

const isWords = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((word) => typeof word === 'string')

const words = createValue<readonly string[]>(parseJson(readStored(key), shapeOf(isWords)) ?? [])

function keep(next: readonly string[]): void {
  words.dispatch(next)
  writeStored(key, next.length === 0 ? null : JSON.stringify(next))
}

/** Successful searches on this device, latest first. */
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

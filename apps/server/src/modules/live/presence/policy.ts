import { laterColor, personColors } from '@wingmark/contract/person-colors'

type Colors = Readonly<Record<string, number>>

/** Colours of everyone present: writers keep theirs, watchers get a free one. `others`: colours known by other processes. */
export function giveColors(
  ids: readonly string[],
  { writers, before, others }: { writers: readonly string[]; before: Colors; others: Colors },
): Record<string, number> {
  const isFull = writers.length >= personColors.length
  const ofWriter = (id: string) => {
    const place = writers.indexOf(id)
    return place >= 0 ? place : isFull ? laterColor(id) : undefined
  }
  const given: Record<string, number> = {}
  for (const id of ids) {
    const own = ofWriter(id)
    if (own !== undefined) given[id] = own
  }
  const isTaken = (color: number, except: string) =>
    [given, others].some((all) => Object.entries(all).some(([id, one]) => one === color && id !== except))
  const all = personColors.map((_, color) => color)
  const inOrder = [...all.slice(writers.length), ...all.slice(0, writers.length)]
  for (const id of ids) {
    if (given[id] !== undefined) continue
    const kept = before[id] ?? others[id]
    // A writer has theirs before; of two whom two processes gave the same at once, one keeps it.
    const comesFirst = (other: string) => writers.includes(other) || other < id
    const isFree =
      kept !== undefined &&
      !Object.values(given).includes(kept) &&
      !Object.entries(others).some(([other, color]) => color === kept && comesFirst(other))
    given[id] = isFree ? kept : (inOrder.find((color) => !isTaken(color, id)) ?? laterColor(id))
  }
  return given
}

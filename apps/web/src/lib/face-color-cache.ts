import { parseJson, shapeOf } from '@wingmark/contract/json'
import { readStored, writeStored } from '#web/lib/browser-storage'

const storageKey = 'wingmark.faces'
const keptMs = 24 * 60 * 60_000
const keptMax = 200

type Entry = [id: string, color: number, at: number]
let entries: Map<string, Entry> | null = null

/** The colour that this device showed for an id within the last 24 hours. */
export function readFaceColor(id: string, now = Date.now()): number | null {
  const entry = load().get(id)
  return entry && now - entry[2] < keptMs ? entry[1] : null
}

export function rememberFaceColor(id: string, color: number, now = Date.now()): void {
  const known = load()
  known.delete(id)
  known.set(id, [id, color, now])
  const kept = [...known.values()].filter((entry) => now - entry[2] < keptMs).slice(-keptMax)
  entries = new Map(kept.map((entry) => [entry[0], entry]))
  writeStored(storageKey, JSON.stringify(kept))
}

function load(): Map<string, Entry> {
  entries ??= new Map(read().map((entry) => [entry[0], entry]))
  return entries
}

function read(): Entry[] {
  return parseJson(readStored(storageKey), shapeOf(isList))?.filter(isEntry) ?? []
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value)

function isEntry(value: unknown): value is Entry {
  if (!isList(value)) return false
  const [id, color, at] = value
  return typeof id === 'string' && Number.isInteger(color) && typeof at === 'number'
}

import { cut } from '#server/platform/media/file-name'

const reserved = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?=\.|$)/i
/** Disks accept 255; a number may follow it. */
const mostBytes = 240
const maxEndingBytes = 40
/** Systems accept a path of a thousand or more; this many are reserved for each further folder. */
const pathBytes = 1_000
const leastBytes = 24

/** How many bytes a name may have in a zip, after `start` and with this many levels below it. */
export const roomFor = (start: string, levels: number): number =>
  Math.max(leastBytes, Math.min(mostBytes, pathBytes - Buffer.byteLength(start) - levels * leastBytes))

/** One part of a path that every system can unpack. */
export function zipName(name: string, maxBytes = mostBytes): string {
  const clean = name
    .replace(/[\p{Cc}<>:"/\\|?*]/gu, '_')
    .replace(/[. ]+$/, '_')
    .replace(reserved, '_$1')
  return clean === '' ? '_' : fitting(clean, maxBytes)
}

function fitting(name: string, maxBytes: number): string {
  if (Buffer.byteLength(name) <= maxBytes) return name
  const [stem, ending] = parted(name)
  const bytes = Buffer.byteLength(ending)
  return bytes > Math.min(maxEndingBytes, maxBytes / 2)
    ? cut(name, maxBytes)
    : cut(stem, maxBytes - bytes) + ending
}

function parted(name: string): [stem: string, ending: string] {
  const dot = name.lastIndexOf('.')
  return dot < 1 ? [name, ''] : [name.slice(0, dot), name.slice(dot)]
}

/** Equal names in one folder, even if only case differs, get a number. */
export function apart(name: string, taken: Map<string, number>): string {
  const [stem, ending] = parted(name)
  const key = name.normalize().toLowerCase()
  for (let n = (taken.get(key) ?? 0) + 1; ; n++) {
    const tried = n === 1 ? name : `${stem} (${n})${ending}`
    if (taken.has(tried.normalize().toLowerCase())) continue
    taken.set(tried.normalize().toLowerCase(), 1)
    taken.set(key, n)
    return tried
  }
}

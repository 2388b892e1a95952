import { cut } from '#server/platform/media/file-name'

const reserved = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?=\.|$)/i
/** Disks take 255; a number may come behind it. */
const maxBytes = 240
const maxEndingBytes = 40

/** One part of a path that every system can unpack. */
export function zipName(name: string): string {
  const clean = name
    .replace(/[\p{Cc}<>:"/\\|?*]/gu, '_')
    .replace(/[. ]+$/, '_')
    .replace(reserved, '_$1')
  return clean === '' ? '_' : fitting(clean)
}

function fitting(name: string): string {
  if (Buffer.byteLength(name) <= maxBytes) return name
  const [stem, ending] = parted(name)
  const bytes = Buffer.byteLength(ending)
  return bytes > maxEndingBytes ? cut(name, maxBytes) : cut(stem, maxBytes - bytes) + ending
}

function parted(name: string): [stem: string, ending: string] {
  const dot = name.lastIndexOf('.')
  return dot < 1 ? [name, ''] : [name.slice(0, dot), name.slice(dot)]
}

/** Equal names in one folder, also where only capitals tell them apart, get a number. */
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

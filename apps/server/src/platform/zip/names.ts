const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/** One part of a path that every system can unpack. */
export function zipName(name: string): string {
  const clean = name
    .replace(/[\p{Cc}<>:"/\\|?*]/gu, '_')
    .replace(/[. ]+$/, '_')
    .replace(reserved, '_$1')
  return clean === '' ? '_' : clean
}

/** Equal names in one folder, also where only capitals tell them apart, get a number. */
export function apart(name: string, taken: Map<string, number>): string {
  const dot = name.lastIndexOf('.')
  const [stem, ending] = dot < 1 ? [name, ''] : [name.slice(0, dot), name.slice(dot)]
  const key = name.normalize().toLowerCase()
  for (let n = (taken.get(key) ?? 0) + 1; ; n++) {
    const tried = n === 1 ? name : `${stem} (${n})${ending}`
    if (taken.has(tried.normalize().toLowerCase())) continue
    taken.set(tried.normalize().toLowerCase(), 1)
    taken.set(key, n)
    return tried
  }
}

/** One record of all; throws for a name that two of them use. */
export function joined<T extends object>(records: readonly (T | undefined)[]): T {
  const entries = records.flatMap((record): [string, unknown][] => Object.entries(record ?? {}))
  const all = Object.fromEntries(entries)
  if (Object.keys(all).length < entries.length) throw new Error('two modules use the same name')
  return all as T
}

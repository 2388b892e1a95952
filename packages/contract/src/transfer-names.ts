import { fileNameMax } from './limits.ts'
import { beginningOf } from './shorten.ts'

/** Zips and disks would read them as folders. */
export const withoutSlashes = (name: string) => name.replace(/[/\\]/g, '_')

/** The names in use, regardless of case. */
export function createNames(names: Iterable<string> = []) {
  const known = new Set<string>()
  const add = (name: string) => void known.add(name.toLowerCase())
  for (const name of names) add(name)
  return { add, has: (name: string): boolean => known.has(name.toLowerCase()) }
}
export type NameSet = ReturnType<typeof createNames>

/** The name of a copy beside its original: "logo copy.svg", then "logo copy 2.svg", until it is not `taken`. */
export function copyName(
  { type, name }: { type: 'FILE' | 'FOLDER'; name: string },
  taken: Pick<NameSet, 'has'> = createNames(),
): string {
  const dot = type === 'FILE' ? name.lastIndexOf('.') : -1
  // An extension is shorter than this.
  const isEnding = dot > 0 && dot < name.length - 1 && name.length - dot < fileNameMax / 2
  const [stem, extension] = isEnding ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  const original = /^(.+?) copy(?: \d+)?$/s.exec(stem)?.[1] ?? stem
  for (let number = 1; ; number++) {
    const ending = ` copy${number === 1 ? '' : ` ${number}`}${extension}`
    const copy = beginningOf(original, fileNameMax - [...ending].length) + ending
    if (copy.toLowerCase() !== name.toLowerCase() && !taken.has(copy)) return copy
  }
}

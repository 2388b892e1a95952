import { fileNameMax } from './limits.ts'
import { beginningOf } from './shorten.ts'

/** In zips and on disks they would be folders. */
export const withoutSlashes = (name: string) => name.replace(/[/\\]/g, '_')

/** What a copy beside its original is called: "logo copy.svg". */
export function copyName({ type, name }: { type: 'FILE' | 'FOLDER'; name: string }): string {
  const dot = type === 'FILE' ? name.lastIndexOf('.') : -1
  // What is longer than a name is no ending of one.
  const isEnding = dot > 0 && dot < name.length - 1 && name.length - dot < fileNameMax / 2
  const [stem, extension] = isEnding ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  const ending = ` copy${extension}`
  return beginningOf(stem, fileNameMax - [...ending].length) + ending
}

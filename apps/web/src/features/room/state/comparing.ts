import type { File } from '@wingmark/contract/files'
import { hasVersions } from '#web/features/room/state/version-words'

/** How two versions are shown. */
export const compareModes = ['SIDE', 'WIPE', 'BLINK', 'OPACITY', 'DIFFERENCE'] as const
export type CompareMode = (typeof compareModes)[number]

/** Two versions of the shown file, or a version of it beside another file. */
export type Comparing = {
  mode: CompareMode
  /** The older side's version; null: the one before `to`, or the current one of `with`. */
  from: number | null
  /** The newer side's version of the shown file; null: the current one. */
  to: number | null
  /** The file of the older side, if it is another one. */
  with: string | null
}

export const openedComparing: Comparing = { mode: 'SIDE', from: null, to: null, with: null }

const numberIn = (text: string | null) => (text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)

/** What the address says of comparing; null if nothing. */
export function comparingAsked(search: URLSearchParams): Comparing | null {
  const mode = compareModes.find((one) => one.toLowerCase() === search.get('compare'))
  if (!mode) return null
  return {
    mode,
    from: numberIn(search.get('from')),
    to: numberIn(search.get('to')),
    with: search.get('with'),
  }
}

type Stack = Pick<File, '_id' | 'state' | 'version' | 'versionCount'>

/** What to compare with the shown file: the version before, or without one the file beside it; null if nothing. */
export function comparingFor(
  files: readonly Stack[],
  fileId: string | null,
  shown: number,
): Comparing | null {
  const at = files.findIndex((file) => file._id === fileId)
  const file = files[at]
  if (!file) return null
  // The number stays when another version comes.
  const opened = { ...openedComparing, to: file.version }
  if (hasVersions(file)) return { ...opened, from: shown === file.version ? null : shown }
  const other = [files[at - 1], files[at + 1]].find((one) => one?.state === 'READY')
  return file.state === 'READY' && other ? { ...opened, with: other._id } : null
}

import type { KeptFile } from './kept-session.ts'
import type { ChosenFile, UploadItem } from './upload-queue.ts'

/** `file` is null for what an earlier visit stored. */
type Held = {
  file: File | null
  lastModified: number
  address: string | null
  /** Set if folders are created too. */
  folders?: readonly string[]
}
type Wanted = { name: string; size: number; lastModified: number; type: string }

/** A session's files by item, and the state of their uploads. */
export function createSessionFiles() {
  const held = new Map<string, Held>()
  return {
    add(id: string, file: File, address: string | null, folders?: readonly string[]): void {
      held.set(id, { file, lastModified: file.lastModified, address, ...(folders && { folders }) })
    },
    addStored: (id: string, lastModified: number, folders?: readonly string[]) =>
      held.set(id, { file: null, lastModified, address: null, ...(folders && { folders }) }),
    get: (id: string) => held.get(id),
    has: (id: string) => held.has(id),
    remove: (id: string) => held.delete(id),
    setAddress(id: string, address: string): void {
      const one = held.get(id)
      if (one) one.address = address
    },
    ids: () => [...held.keys()],
  }
}

/** Whether an earlier visit stored this very file: choosing all files again means the others. */
export function isStoredBefore(items: readonly UploadItem[], files: SessionFiles, file: Wanted): boolean {
  return items.some(({ id, name, size }) => {
    const held = files.get(id)
    return (
      held?.file === null &&
      held.lastModified === file.lastModified &&
      name === file.name &&
      size === file.size
    )
  })
}

/** The unfinished file of an earlier visit that equals this one by all that browsers report. */
export function findMissing(missing: readonly KeptFile[], file: Wanted): KeptFile | undefined {
  return missing.find(
    (one) =>
      one.name === file.name &&
      one.size === file.size &&
      one.lastModified === file.lastModified &&
      one.type === file.type,
  )
}

export type SessionFiles = ReturnType<typeof createSessionFiles>

/** `of`: the file that it is a new version of; `startFresh`: without the pins of earlier ones. */
export function chosenFile(
  id: string,
  { name, type, size }: File,
  of: string | undefined,
  startFresh = false,
): ChosenFile {
  return { id, name, type, size, ...(of && { of, ...(startFresh && { startFresh }) }) }
}

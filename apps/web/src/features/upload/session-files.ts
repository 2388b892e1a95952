import type { KeptFile } from './kept-session.ts'

type Held = { file: File; address: string | null }
type Wanted = { name: string; size: number; lastModified: number; type: string }

/** The files behind the items of a session, and how far each has come to the server. */
export function createSessionFiles() {
  const held = new Map<string, Held>()
  return {
    add: (id: string, file: File, address: string | null) => held.set(id, { file, address }),
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

/** The unfinished file of an earlier visit that this one is, by everything a browser tells of a file. */
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

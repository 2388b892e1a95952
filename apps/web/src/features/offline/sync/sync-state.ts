import { createValue } from '#web/lib/store'

export type SyncState = {
  /** The review that is going up, and how far it is. */
  running: { name: string; done: number; total: number } | null
}

export const syncState = createValue<SyncState>({ running: null })

/** Where reviews of this device have gone in this visit: their id here → their id at the server. */
export const uploadedTo = new Map<string, string>()

import { createValue } from '#web/lib/store'

export type SyncState = {
  /** The review being uploaded, and its progress. */
  running: { name: string; done: number; total: number } | null
}

export const syncState = createValue<SyncState>({ running: null })

/** Reviews uploaded in this visit: their id here → their id at the server. */
export const uploadedTo = new Map<string, string>()

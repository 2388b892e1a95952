import type { StoredFile } from '#web/lib/upload-transport'
import type { KeptFile, KeptUpload } from './kept-session.ts'

export type RestoreDeps = {
  newKey: () => string
  /** Its thumbnail's address; null if the server has deleted it. Throws if unknown. */
  findStored: (fileId: string) => Promise<string | null>
  /** The file, if the browser returns it without a prompt. */
  reopen: (kept: KeptFile) => Promise<File | null>
}

export type Restored = {
  stored: (KeptFile & { stored: StoredFile })[]
  pictures: Record<string, string>
  /** Can continue at once. */
  ready: { kept: KeptFile; file: File }[]
  /** Must be chosen again. */
  missing: KeptFile[]
}

/** Sorts an earlier visit's files by what can be done with them. */
export async function restoreSession(
  { files }: Pick<KeptUpload, 'files'>,
  deps: RestoreDeps,
): Promise<Restored> {
  const restored: Restored = { stored: [], pictures: {}, ready: [], missing: [] }
  for (const kept of await Promise.all(files.map((file) => withoutGone(file, deps, restored.pictures)))) {
    const { stored } = kept
    if (stored) restored.stored.push({ ...kept, stored })
    else {
      const file = await deps.reopen(kept)
      if (file) restored.ready.push({ kept, file })
      else restored.missing.push(kept)
    }
  }
  return restored
}

/** A stored file that was deleted must be uploaded again, as another one. */
async function withoutGone(
  kept: KeptFile,
  deps: RestoreDeps,
  pictures: Record<string, string>,
): Promise<KeptFile> {
  if (!kept.stored) return kept
  const picture = await deps.findStored(kept.stored.fileId).catch(() => '')
  if (picture === null) return { ...kept, id: deps.newKey(), stored: null, address: null }
  if (picture) pictures[kept.id] = picture
  return kept
}

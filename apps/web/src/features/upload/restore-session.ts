import type { StoredFile } from '#web/lib/upload-transport'
import type { KeptFile, KeptUpload } from './kept-session.ts'

export type RestoreDeps = {
  newKey: () => string
  /** Address of its thumbnail; null when the server has it no more. Throws when that is not known. */
  findStored: (fileId: string) => Promise<string | null>
  /** The file itself, where the browser still gives it without a question. */
  reopen: (kept: KeptFile) => Promise<File | null>
}

export type Restored = {
  stored: (KeptFile & { stored: StoredFile })[]
  pictures: Record<string, string>
  /** Can go on at once. */
  ready: { kept: KeptFile; file: File }[]
  /** Has to be chosen again. */
  missing: KeptFile[]
}

/** Sorts what an earlier visit left by what can be done with it. */
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

/** What was stored and is gone has to be sent once more, as another file. */
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

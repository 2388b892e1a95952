import { handleOf } from './file-handles.ts'
import type { KeptFile, KeptSession } from './kept-session.ts'
import type { SessionFiles } from './session-files.ts'
import type { UploadSession } from './upload-session.ts'

/** What a later visit would need of this one; null when nothing would be lost. */
export function noteSession(
  { publishKey: key, name, queue, missing }: UploadSession,
  files: SessionFiles,
): Omit<KeptSession, 'owner' | 'savedAt'> | null {
  const left = queue.items.flatMap(({ id, name: fileName, type, size, stored, review }): KeptFile[] => {
    const held = files.get(id)
    if (review === 'attached' || (!stored && !held)) return []
    const { file, address = null } = held ?? {}
    const handle = file ? handleOf(file) : null
    return [
      { id, name: fileName, type, size, stored, address, handle, lastModified: file?.lastModified ?? 0 },
    ]
  })
  const all = [...left, ...missing]
  return all.length === 0 ? null : { key, name, reviewId: queue.reviewId, files: all }
}

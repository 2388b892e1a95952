import { handleOf } from './file-handles.ts'
import type { KeptFile, KeptSession } from './kept-session.ts'
import type { SessionFiles } from './session-files.ts'
import type { UploadSession } from './upload-session.ts'

/** What a later visit would need of this one; null when nothing would be lost. */
export function noteSession(
  { publishKey: key, name, queue, missing }: UploadSession,
  files: SessionFiles,
): Omit<KeptSession, 'owner' | 'savedAt'> | null {
  const left = queue.items.flatMap(
    ({ id, name: fileName, type, size, state, stored, review }): KeptFile[] => {
      const held = files.get(id)
      if (review === 'attached' || state === 'refused' || (!stored && !held)) return []
      const { file = null, address = null, lastModified = 0 } = held ?? {}
      const handle = file && handleOf(file)
      return [{ id, name: fileName, type, size, stored, address, handle, lastModified }]
    },
  )
  const all = [...left, ...missing]
  return all.length === 0 ? null : { key, name, reviewId: queue.reviewId, files: all }
}

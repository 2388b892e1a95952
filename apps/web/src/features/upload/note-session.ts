import { handleOf } from './file-handles.ts'
import type { KeptFile, KeptSession } from './kept-session.ts'
import type { SessionFiles } from './session-files.ts'
import type { UploadItem } from './upload-queue.ts'
import type { UploadSession } from './upload-session.ts'

/** What a later visit needs; null if nothing would be lost. */
export function noteSession(
  { publishKey: key, name, commentsUntil, queue, target, missing }: UploadSession,
  files: SessionFiles,
): Omit<KeptSession, 'owner' | 'savedAt'> | null {
  const all = [...keptFiles(queue.items, files), ...missing]
  const { reviewId } = queue
  return all.length === 0
    ? null
    : { key, name, commentsUntil, reviewId, ...(target !== null && { target }), files: all }
}

/** Files not yet at their target that may still get there. */
export function keptFiles(items: readonly UploadItem[], files: SessionFiles): KeptFile[] {
  return items.flatMap(({ id, name, type, size, of, startFresh, state, stored, review }): KeptFile[] => {
    const held = files.get(id)
    if (review === 'attached' || state === 'refused' || (!stored && !held)) return []
    const { file = null, address = null, lastModified = 0, folders } = held ?? {}
    const handle = file && handleOf(file)
    const kept = {
      id,
      name,
      type,
      size,
      ...(of && { of }),
      ...(startFresh && { startFresh }),
      stored,
      address,
      handle,
      lastModified,
    }
    return [folders === undefined ? kept : { ...kept, folders }]
  })
}

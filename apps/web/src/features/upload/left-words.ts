import { formatCount } from '#web/lib/format'
import { namesOf } from '#web/lib/name-files'
import { isRetryable, type UploadItem } from './upload-queue.ts'
import { leftFiles, type UploadSession } from './upload-session.ts'

/** A sentence about what a closed dialog left undone; null if nothing waits for the user. */
export function leftWords(session: Pick<UploadSession, 'queue' | 'missing'>): string | null {
  const { queue, missing } = session
  const left = leftFiles(session)
  const isUnsent = (item: UploadItem) => item.state !== 'refused' && (!item.stored || isRetryable(item))
  const unsent = [...queue.items.filter(isUnsent), ...missing]
  if (left.length === 0 || queue.mode === 'resuming') return null
  if (unsent.length === 0) {
    if (queue.reviewId === null) return `${countOf(left)} published yet.`
    // They join the review automatically, unless that failed.
    return queue.attachError === null ? null : `${countOf(left)} in the review yet.`
  }
  const failed = queue.items.filter(isRetryable)
  if (failed.length === unsent.length) return notUploadedWords(failed)
  const all = queue.items.length + missing.length
  const some = unsent.length === all ? '' : `${unsent.length} of `
  return `${some}${formatCount(all, 'file')} still to be uploaded.`
}

const countOf = (files: Named) =>
  `${formatCount(files.length, 'file')} ${files.length === 1 ? 'isn’t' : 'aren’t'}`

type Named = readonly { name: string }[]

/** "2 files weren’t uploaded: cover.png, back.png". */
export function notUploadedWords(files: Named): string {
  return `${formatCount(files.length, 'file')} ${files.length === 1 ? 'wasn’t' : 'weren’t'} uploaded: ${namesOf(files)}`
}

/** "1 file from an earlier upload hasn’t been published yet: cover.png". */
export function notPublishedWords(files: Named): string {
  const count = formatCount(files.length, 'file')
  return `${count} from an earlier upload ${files.length === 1 ? 'hasn’t' : 'haven’t'} been published yet: ${namesOf(files)}`
}

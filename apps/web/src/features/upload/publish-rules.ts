import { clientMessages } from '@wingmark/contract/errors'
import type { UploadQueue } from './upload-queue.ts'

export type PublishProblem =
  | { field: 'name'; message: string }
  | { field: 'files'; message: string }
  | { field: 'busy' }

/** Why the files cannot be published now; null if they can. */
export function publishProblem(draft: {
  name: string
  publishing: boolean
  queue: UploadQueue
}): PublishProblem | null {
  if (draft.publishing) return { field: 'busy' }
  if (draft.queue.reviewId === null && draft.name.trim() === '') {
    return { field: 'name', message: clientMessages.reviewNameMissing }
  }
  if (!draft.queue.items.some((item) => item.state === 'uploaded')) {
    return { field: 'files', message: clientMessages.noFilesUploaded }
  }
  return null
}

/** What Publish still needs, in a few words beside it. */
export function missingWords(problem: PublishProblem | null): string | null {
  if (problem?.field === 'name') return 'Name the review first.'
  return problem?.field === 'files' ? 'At least one file must finish uploading.' : null
}

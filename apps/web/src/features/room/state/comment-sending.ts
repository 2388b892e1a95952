import type { QueryClient } from '@tanstack/react-query'
import { readAgain } from '#web/features/checks/queries'
import { lateCalls } from '#web/features/comments/carry/late-calls'
import { bringFiles } from '#web/features/comments/composer/bring-files'
import type { Sending } from '#web/features/comments/outbox/changes/comment-change'
import { applyToComments, removeComment, removeReply, sendEdit } from '#web/features/comments/queries'
import { keepCard } from '#web/features/room/state/card-keys'
import { sendTask } from '#web/features/workspaces/links/queries'
import { shareTokenOf } from '#web/lib/share-token'

/** What sending a review's pending changes needs. */
export const sendingOf = (client: QueryClient, reviewId: string): Sending => ({
  reviewId,
  keepCard,
  apply: (event) => applyToComments(client, event),
  bring: (files) => bringFiles(files, { id: reviewId, share: shareTokenOf(reviewId) }),
  edit: (words) => sendEdit(client, { reviewId, ...words }),
  remove: ({ file, comment, reply }) =>
    reply === null
      ? removeComment(reviewId, { _id: comment, file }, client)
      : removeReply(reviewId, { _id: reply, comment }, client),
  createTask: (task, key) => sendTask(client, { key, reviewId }, task),
  place: async (place) => (await lateCalls()).sendPlace(client, reviewId, place),
  check: async (check) => (await lateCalls()).sendCheck(client, reviewId, check),
  readFindings: (file) => void readAgain(client, file),
})

import type { Module } from '#server/module'
import { leaveComments } from '#server/modules/comments/account-deletion/store'
import { requestCarry, requestCarryOf, requestCarryWith } from '#server/modules/comments/carry/request/store'
import { commentTasks } from '#server/modules/comments/jobs'
import {
  exportReactions,
  exportReactionsOfOthers,
  unverifiedReactions,
} from '#server/modules/comments/reactions/service'
import { moveComments } from '#server/modules/comments/removal/store'
import { mountComments } from '#server/modules/comments/routes'
import { searchComments } from '#server/modules/comments/search/store'
import { unverifiedComments } from '#server/modules/comments/unverified-work/store'

export const commentsModule: Module = {
  mount: mountComments,
  jobs: commentTasks,
  cron: ['41 3 * * * comments:sweep-carries'],
  unverifiedWork: [unverifiedComments, unverifiedReactions],
  exported: { reactions: exportReactions, 'reactions-in-your-reviews': exportReactionsOfOthers },
  search: { comments: searchComments },
  on: {
    'account.deleted': leaveComments,
    'file.moved': async (tx, move) => {
      await moveComments(tx, move)
      // A pin that came from a version that went, or came back, comes from another one now.
      await requestCarry(tx, move.file)
      if (move.version) await requestCarry(tx, move.version.into)
      return []
    },
    'blob.rendered': async (tx, blob) => {
      await requestCarryWith(tx, blob)
      return []
    },
    'review.files-added': async (tx, { files }) => {
      for (const file of files) await requestCarry(tx, file)
    },
    'comment.changed': async (tx, { commentId, change }) => {
      if (change === 'MOVED') await requestCarryOf(tx, commentId)
      return []
    },
  },
}

import type { Module } from '#server/module'
import { leaveComments } from '#server/modules/comments/account-deletion/store'
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
  unverifiedWork: [unverifiedComments, unverifiedReactions],
  exported: { reactions: exportReactions, 'reactions-in-your-reviews': exportReactionsOfOthers },
  search: { comments: searchComments },
  on: {
    'account.deleted': leaveComments,
    'file.moved': moveComments,
  },
}

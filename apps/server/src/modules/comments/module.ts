import type { Module } from '#server/module'
import {
  exportReactions,
  exportReactionsOfOthers,
  unverifiedReactions,
} from '#server/modules/comments/reactions/service'
import { moveComments } from '#server/modules/comments/removal/store'
import { mountComments } from '#server/modules/comments/routes'
import { searchComments } from '#server/modules/comments/search/store'

export const commentsModule: Module = {
  mount: mountComments,
  fileMoved: moveComments,
  earlier: unverifiedReactions,
  exported: { reactions: exportReactions, 'reactions-in-your-reviews': exportReactionsOfOthers },
  search: { comments: searchComments },
}

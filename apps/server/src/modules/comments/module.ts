import type { Module } from '#server/module'
import {
  earlierReactions,
  exportReactions,
  exportReactionsOfOthers,
} from '#server/modules/comments/reactions/service'
import { moveComments } from '#server/modules/comments/removal/store'
import { mountComments } from '#server/modules/comments/routes'
import { searchComments } from '#server/modules/comments/search/store'

export const commentsModule: Module = {
  mount: mountComments,
  fileMoved: moveComments,
  earlier: earlierReactions,
  exported: { reactions: exportReactions, 'reactions-in-your-reviews': exportReactionsOfOthers },
  search: { comments: searchComments },
}

import type { Module } from '#server/module'
import { mountComments } from '#server/modules/comments/routes'
import { searchComments } from '#server/modules/comments/search/store'

export const commentsModule: Module = {
  mount: mountComments,
  search: { comments: searchComments },
}

import type { Module } from '#server/module'
import { mountComments } from '#server/modules/comments/routes'

export const commentsModule: Module = {
  mount: mountComments,
}

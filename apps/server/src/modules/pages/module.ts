import type { Module } from '#server/module'
import { mountPages } from '#server/modules/pages/routes'

export const pagesModule: Module = {
  mount: mountPages,
}

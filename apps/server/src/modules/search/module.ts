import type { Module } from '#server/module'
import { mountSearch } from '#server/modules/search/routes'

export const searchModule: Module = { mount: mountSearch }

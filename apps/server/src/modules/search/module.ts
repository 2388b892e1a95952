import type { Module } from '#server/module'
import { fillWords, startFilling } from '#server/modules/search/backfill/service'
import { mountSearch } from '#server/modules/search/routes'

export const searchModule: Module = {
  mount: mountSearch,
  jobs: (deps) => ({ 'search:fill': () => fillWords(deps) }),
  start: startFilling,
}

import type { Module } from '#server/module'
import { fileTasks } from '#server/modules/files/jobs'
import { startRenderingAgain } from '#server/modules/files/rendering/re-render/service'
import { mountFiles } from '#server/modules/files/routes'
import { searchFiles } from '#server/modules/files/search/store'

export const filesModule: Module = {
  mount: mountFiles,
  search: { files: searchFiles },
  tasks: fileTasks,
  start: startRenderingAgain,
  cron: ['7 * * * * files:sweep', '23 2 * * * files:recount'],
}

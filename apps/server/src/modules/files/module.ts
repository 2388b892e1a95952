import type { Module } from '#server/module'
import { fileTasks } from '#server/modules/files/jobs'
import { startDrawingAgain } from '#server/modules/files/rendering/again/service'
import { mountFiles } from '#server/modules/files/routes'
import { searchFiles } from '#server/modules/files/search/store'

export const filesModule: Module = {
  mount: mountFiles,
  search: { files: searchFiles },
  tasks: fileTasks,
  start: startDrawingAgain,
  cron: ['7 * * * * files:sweep', '23 2 * * * files:recount'],
}

import type { Module } from '#server/module'
import { fileTasks } from '#server/modules/files/jobs'
import { mountFiles } from '#server/modules/files/routes'

export const filesModule: Module = {
  mount: mountFiles,
  tasks: fileTasks,
  cron: ['7 * * * * files:sweep'],
}

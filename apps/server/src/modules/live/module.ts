import type { Module } from '#server/module'
import { liveTasks } from '#server/modules/live/jobs'
import { mountLive } from '#server/modules/live/routes'

export const liveModule: Module = {
  mount: mountLive,
  tasks: liveTasks,
  cron: ['41 3 * * * live:sweep'],
}

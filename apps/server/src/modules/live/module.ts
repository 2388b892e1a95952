import type { Module } from '#server/module'
import { liveTasks } from '#server/modules/live/jobs'
import { mountLive } from '#server/modules/live/routes'
import { watchOpenSends } from '#server/modules/live/sends/service'

export const liveModule: Module = {
  mount: mountLive,
  start: watchOpenSends,
  tasks: liveTasks,
  cron: ['41 3 * * * live:sweep'],
}

import type { Module } from '#server/module'
import { liveTasks } from '#server/modules/live/jobs'
import { watchOpenDownloads } from '#server/modules/live/open-downloads/service'
import { mountLive } from '#server/modules/live/routes'

export const liveModule: Module = {
  mount: mountLive,
  start: watchOpenDownloads,
  jobs: liveTasks,
  cron: ['41 3 * * * live:sweep'],
}

import type { Module } from '#server/module'
import { aiTasks } from '#server/modules/ai/jobs'
import { mountAi } from '#server/modules/ai/routes'
import { exportReadings } from '#server/modules/ai/store'

export const aiModule: Module = {
  mount: mountAi,
  jobs: aiTasks,
  cron: ['37 * * * * ai:sweep'],
  exported: { 'ai-readings': exportReadings },
}

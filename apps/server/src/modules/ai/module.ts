import type { Module } from '#server/module'
import { mountAi } from '#server/modules/ai/routes'
import { exportReadings } from '#server/modules/ai/store'

export const aiModule: Module = {
  mount: mountAi,
  exported: { 'ai-readings': exportReadings },
}

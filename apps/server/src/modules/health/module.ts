import type { Module } from '#server/module'
import { mountHealth } from '#server/modules/health/routes'

export const healthModule: Module = {
  mount: mountHealth,
}

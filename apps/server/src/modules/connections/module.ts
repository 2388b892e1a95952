import type { Module } from '#server/module'
import { exportProfile, reindex } from '#server/modules/connections/profiles/service'
import { mountConnections } from '#server/modules/connections/routes'

export const connectionsModule: Module = {
  mount: mountConnections,
  exported: { 'connection-profile': exportProfile },
  renamed: reindex,
}

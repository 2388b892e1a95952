import type { Module } from '#server/module'
import { readConnectionUpdated } from '#server/modules/connections/connecting/service'
import { exportProfile, reindex } from '#server/modules/connections/profiles/service'
import { mountConnections } from '#server/modules/connections/routes'

export const connectionsModule: Module = {
  mount: mountConnections,
  live: { 'connection.updated': readConnectionUpdated },
  exported: { 'connection-profile': exportProfile },
  renamed: reindex,
}

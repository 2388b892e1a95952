import type { Module } from '#server/module'
import {
  countAsked,
  exportConnections,
  readConnectionUpdated,
} from '#server/modules/connections/connecting/service'
import { earlierConnections } from '#server/modules/connections/earlier/service'
import { connectionTasks } from '#server/modules/connections/jobs'
import { exportProfile, reindex } from '#server/modules/connections/profiles/service'
import { reportLetters } from '#server/modules/connections/reporting/service'
import { mountConnections } from '#server/modules/connections/routes'
import { exportBlocked, exportReports } from '#server/modules/connections/safety/service'
import { searchPeople } from '#server/modules/connections/search/store'

export const connectionsModule: Module = {
  mount: mountConnections,
  search: { people: searchPeople },
  tasks: connectionTasks,
  cron: ['41 2 * * * connections:note-active'],
  letters: reportLetters,
  live: { 'connection.updated': readConnectionUpdated },
  exported: {
    'connection-profile': exportProfile,
    connections: exportConnections,
    blocked: exportBlocked,
    reports: exportReports,
  },
  earlier: earlierConnections,
  asked: countAsked,
  renamed: reindex,
}

import type { Module } from '#server/module'
import { connectionTasks } from '#server/modules/connections/jobs'
import { exportProfile, reindex } from '#server/modules/connections/profiles/service'
import { reportEmails } from '#server/modules/connections/reports/service'
import {
  countAsked,
  exportConnections,
  readConnectionUpdated,
} from '#server/modules/connections/requests/service'
import { mountConnections } from '#server/modules/connections/routes'
import { exportBlocked, exportReports } from '#server/modules/connections/safety/service'
import { searchPeople } from '#server/modules/connections/search/store'
import { unverifiedConnections } from '#server/modules/connections/unverified-work/service'

export const connectionsModule: Module = {
  mount: mountConnections,
  search: { people: searchPeople },
  jobs: connectionTasks,
  cron: ['41 2 * * * connections:note-active'],
  emails: reportEmails,
  userEvents: { 'connection.updated': readConnectionUpdated },
  exported: {
    'connection-profile': exportProfile,
    connections: exportConnections,
    blocked: exportBlocked,
    reports: exportReports,
  },
  unverifiedWork: [unverifiedConnections],
  countRequests: countAsked,
  on: {
    'account.renamed': reindex,
  },
}

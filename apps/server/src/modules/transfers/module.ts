import type { Module } from '#server/module'
import { transferTasks } from '#server/modules/transfers/jobs'
import { exportTransfers } from '#server/modules/transfers/lists/service'
import { mountTransfers } from '#server/modules/transfers/routes'

/** Deleting an account takes its files along, and with them and the account the records of these. */ import { searchTransfers } from '#server/modules/transfers/search/store'

export const transfersModule: Module = {
  mount: mountTransfers,
  search: { transfers: searchTransfers },
  tasks: transferTasks,
  cron: ['23 * * * * transfers:sweep'],
  exported: { transfers: exportTransfers },
}

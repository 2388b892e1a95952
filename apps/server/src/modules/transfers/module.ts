import type { Module } from '#server/module'
import { transferTasks } from '#server/modules/transfers/jobs'
import { exportTransfers } from '#server/modules/transfers/lists/service'
import { mountTransfers } from '#server/modules/transfers/routes'

import { searchTransfers } from '#server/modules/transfers/search/store'
import { unverifiedTransfers } from '#server/modules/transfers/unverified-work/store'

/** Deleting an account deletes its files, and with them their records. */
export const transfersModule: Module = {
  mount: mountTransfers,
  search: { transfers: searchTransfers },
  jobs: transferTasks,
  cron: ['23 * * * * transfers:sweep'],
  exported: { transfers: exportTransfers },
  unverifiedWork: [unverifiedTransfers],
}

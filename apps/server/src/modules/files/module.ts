import type { Module } from '#server/module'
import { leaveFiles } from '#server/modules/files/account-deletion/service'
import { fileTasks } from '#server/modules/files/jobs'
import { startRenderingAgain } from '#server/modules/files/rendering/re-render/service'
import { mountFiles } from '#server/modules/files/routes'
import { searchFiles } from '#server/modules/files/search/store'
import { unverifiedFiles } from '#server/modules/files/unverified-work/store'

export const filesModule: Module = {
  mount: mountFiles,
  search: { files: searchFiles },
  jobs: fileTasks,
  start: startRenderingAgain,
  cron: ['7 * * * * files:sweep', '23 2 * * * files:recount'],
  on: {
    'account.deleted': leaveFiles,
  },
  unverifiedWork: [unverifiedFiles],
}

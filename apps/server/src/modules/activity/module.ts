import type { Module } from '#server/module'
import { leaveActivity } from '#server/modules/activity/account-deletion/store'
import { activityTasks } from '#server/modules/activity/jobs'
import { mountActivity } from '#server/modules/activity/routes'

export const activityModule: Module = {
  mount: mountActivity,
  jobs: activityTasks,
  cron: ['53 3 * * * activity:sweep'],
  on: {
    'account.deleted': leaveActivity,
  },
}

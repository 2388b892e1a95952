import type { Module } from '#server/module'
import { activityTasks } from '#server/modules/activity/jobs'
import { mountActivity } from '#server/modules/activity/routes'

export const activityModule: Module = {
  mount: mountActivity,
  tasks: activityTasks,
  cron: ['53 3 * * * activity:sweep'],
}

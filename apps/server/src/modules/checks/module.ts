import type { Module } from '#server/module'
import { checkTasks } from '#server/modules/checks/jobs'
import { mountChecks } from '#server/modules/checks/routes'
import { addRunsThatWaited } from '#server/modules/checks/run/service'

export const checksModule: Module = {
  mount: mountChecks,
  tasks: checkTasks,
  drawn: addRunsThatWaited,
}

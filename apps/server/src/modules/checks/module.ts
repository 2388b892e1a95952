import type { Module } from '#server/module'
import { checkTasks } from '#server/modules/checks/jobs'
import { mountChecks } from '#server/modules/checks/routes'
import { addRunsThatWaited } from '#server/modules/checks/run/service'
import { checkWhatCame } from '#server/modules/checks/service'
import { exportWords } from '#server/modules/checks/store'

export const checksModule: Module = {
  mount: mountChecks,
  jobs: checkTasks,
  exported: { 'own-words': exportWords },
  on: {
    'blob.rendered': addRunsThatWaited,
    'review.files-added': checkWhatCame,
  },
}

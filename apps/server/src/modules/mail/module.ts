import type { Module } from '#server/module'
import { mailTasks } from '#server/modules/mail/jobs'

export const mailModule: Module = {
  jobs: mailTasks,
}

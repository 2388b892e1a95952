import type { Module } from '#server/module'
import { changeEmailEmails } from '#server/modules/users/change-email/service'
import { confirmEmailEmails } from '#server/modules/users/confirm-email/service'
import { userEmails } from '#server/modules/users/emails/service'
import { userTasks } from '#server/modules/users/jobs'
import { mountUsers } from '#server/modules/users/routes'

export const usersModule: Module = {
  mount: mountUsers,
  tasks: userTasks,
  cron: ['19 * * * * users:sweep'],
  letters: { ...userEmails, ...changeEmailEmails, ...confirmEmailEmails },
}

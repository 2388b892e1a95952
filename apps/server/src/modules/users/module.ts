import type { Module } from '#server/module'
import { changeEmailEmails } from '#server/modules/users/change-email/service'
import { confirmEmailEmails } from '#server/modules/users/confirm-email/service'
import { userEmails } from '#server/modules/users/emails/service'
import { userTasks } from '#server/modules/users/jobs'
import { mountUsers } from '#server/modules/users/routes'
import { unverifiedAvatar } from '#server/modules/users/unverified-work/store'

export const usersModule: Module = {
  mount: mountUsers,
  jobs: userTasks,
  cron: ['19 * * * * users:sweep'],
  emails: { ...userEmails, ...changeEmailEmails, ...confirmEmailEmails },
  unverifiedWork: [unverifiedAvatar],
}

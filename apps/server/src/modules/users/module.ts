import type { Module } from '#server/module'
import { changeEmailLetters } from '#server/modules/users/change-email/service'
import { confirmingLetters } from '#server/modules/users/confirming/service'
import { userTasks } from '#server/modules/users/jobs'
import { userLetters } from '#server/modules/users/letters/service'
import { mountUsers } from '#server/modules/users/routes'

export const usersModule: Module = {
  mount: mountUsers,
  tasks: userTasks,
  cron: ['19 * * * * users:sweep'],
  letters: { ...userLetters, ...changeEmailLetters, ...confirmingLetters },
}

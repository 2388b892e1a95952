import type { Module } from '#server/module'
import { leaveRounds, unverifiedRounds } from '#server/modules/rounds/account-deletion/store'
import { roundTasks } from '#server/modules/rounds/jobs'
import { mountRounds } from '#server/modules/rounds/routes'
import { exportAnswers, exportDecisions, exportRounds } from '#server/modules/rounds/store'

export const roundsModule: Module = {
  mount: mountRounds,
  jobs: roundTasks,
  cron: ['* * * * * rounds:remind'],
  exported: { rounds: exportRounds, 'round-decisions': exportDecisions, 'round-answers': exportAnswers },
  unverifiedWork: [unverifiedRounds],
  on: { 'account.deleted': leaveRounds },
}

import type { Module } from '#server/module'
import { leaveRounds, unverifiedRounds } from '#server/modules/rounds/account-deletion/store'
import { mountRoundUnsubscribing, roundEmails } from '#server/modules/rounds/emails/service'
import { roundTasks } from '#server/modules/rounds/jobs'
import { mountRounds } from '#server/modules/rounds/routes'
import { exportAnswers, exportDecisions, exportRounds } from '#server/modules/rounds/store'
import { codeEmails } from '#server/modules/rounds/verification/service'

export const roundsModule: Module = {
  mount: async (given) => {
    mountRounds(given)
    await mountRoundUnsubscribing(given)
  },
  emails: { ...roundEmails, ...codeEmails },
  jobs: roundTasks,
  cron: ['* * * * * rounds:remind', '47 4 * * * rounds:sweep-links'],
  exported: { rounds: exportRounds, 'round-decisions': exportDecisions, 'round-answers': exportAnswers },
  unverifiedWork: [unverifiedRounds],
  on: { 'account.deleted': leaveRounds },
}

import type { TaskList } from 'graphile-worker'
import type { Deps } from '#server/deps'
import { type EmailWriters, sendEmail } from '#server/modules/mail/service'

export function mailTasks(deps: Deps, writers: EmailWriters): TaskList {
  return { 'mail:send': (payload, { job }) => sendEmail(deps, writers, payload, idOf(job)) }
}

const idOf = (job: { id: string; created_at: Date }) => `${job.id}.${new Date(job.created_at).getTime()}`

import type { TaskList } from 'graphile-worker'
import type { Deps } from '#server/deps'
import { type LetterWriters, sendLetter } from '#server/modules/mail/service'

export function mailTasks(deps: Deps, writers: LetterWriters): TaskList {
  return { 'mail:send': (payload, { job }) => sendLetter(deps, writers, payload, idOf(job)) }
}

const idOf = (job: { id: string; created_at: Date }) => `${job.id}.${new Date(job.created_at).getTime()}`

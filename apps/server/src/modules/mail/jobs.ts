import type { TaskList } from 'graphile-worker'
import type { Deps } from '#server/deps'
import { type LetterWriters, sendLetter } from '#server/modules/mail/service'

export function mailTasks(deps: Deps, writers: LetterWriters): TaskList {
  return { 'mail:send': (payload) => sendLetter(deps, writers, payload) }
}

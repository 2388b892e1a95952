import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import { ofReview } from '#server/modules/access/subjects/policy'
import { signalInboxes, signalSubject } from '#server/modules/events/service'
import { addAttachmentEvents } from '#server/modules/files/attachments/service'

/** Whom to signal after the commit. */
export type News = { reviews: string[]; people: string[] }

/** Events for comments, replies and messages with these bytes. Must come last; their subjects are locked already. */
export async function addRenderedEvents(deps: Deps, tx: Transaction, blob: string): Promise<News> {
  const reviews = await addAttachmentEvents(tx, { blob })
  const people: string[] = []
  for (const listen of deps.parts.on['blob.rendered']) people.push(...(await listen(tx, blob)))
  return { reviews, people }
}

export function signalAll(deps: Deps, { reviews, people }: News): void {
  for (const id of new Set(reviews)) signalSubject(deps, ofReview(id))
  signalInboxes(deps, new Set(people))
}

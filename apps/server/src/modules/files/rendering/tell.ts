import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import { ofReview } from '#server/modules/access/subjects/policy'
import { wakeInboxes, wakeSubject } from '#server/modules/events/service'
import { addAttachmentEvents } from '#server/modules/files/attachments/service'

/** Who is to be woken after the commit. */
export type News = { reviews: string[]; people: string[] }

/** Tells whoever has these bytes in words of theirs or others. Last in the transaction; their places are locked already. */
export async function addDrawnEvents(deps: Deps, tx: Transaction, blob: string): Promise<News> {
  const reviews = await addAttachmentEvents(tx, { blob })
  const people: string[] = []
  for (const one of deps.modules) people.push(...((await one.drawn?.(tx, blob)) ?? []))
  return { reviews, people }
}

export function wakeAll(deps: Deps, { reviews, people }: News): void {
  for (const id of new Set(reviews)) wakeSubject(deps, ofReview(id))
  wakeInboxes(deps, new Set(people))
}

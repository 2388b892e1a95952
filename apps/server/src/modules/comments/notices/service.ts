import type { Transaction } from '#server/db/client'
import type { WriterActor } from '#server/http/actor'
import { insertNotices } from '#server/modules/comments/notices/store'

type About = { reviewId: string; commentId: string; actor: Pick<WriterActor, 'kind' | 'id' | 'name'> }

/** Notifies people whom an edit mentions for the first time; returns whom to signal after the commit. */
export async function notifyMentioned(
  tx: Transaction,
  about: About,
  people: readonly string[],
): Promise<string[]> {
  return insertNotices(tx, {
    action: 'MENTIONED',
    title: 'You were mentioned in',
    people: people.filter((id) => id !== about.actor.id),
    authorName: about.actor.name,
    isGuest: about.actor.kind === 'guest',
    ...about,
  })
}

/** Notifies the author when someone else resolves their comment; returns whom to signal after the commit. */
export async function notifyResolved(
  tx: Transaction,
  about: About,
  author: string | null,
): Promise<string[]> {
  return insertNotices(tx, {
    action: 'COMMENT_RESOLVED',
    title: 'Your comment was resolved in',
    people: author === null || author === about.actor.id ? [] : [author],
    authorName: about.actor.name,
    isGuest: about.actor.kind === 'guest',
    ...about,
  })
}

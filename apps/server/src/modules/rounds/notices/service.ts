import type { DecisionKind } from '@wingmark/contract/rounds'
import type { Transaction } from '#server/db/client'
import { lockReviewRow } from '#server/db/lock-review'
import type { Deps } from '#server/deps'
import type { WriterActor } from '#server/http/actor'
import { ofReview } from '#server/modules/access/subjects/policy'
import { addEvents, signalInboxes, signalSubject } from '#server/modules/events/service'
import * as store from '#server/modules/rounds/notices/store'
import { outcomeOf } from '#server/modules/rounds/policy'
import { closeRow, lockRound } from '#server/modules/rounds/store'

/** Tells those who are asked; last in the transaction. Returns whom to signal. */
export async function tellOfOpening(
  tx: Transaction,
  round: string,
  actor: { id: string; name: string },
): Promise<string[]> {
  const asked = await store.listRecipients(tx, round)
  const people = asked.filter(({ user, hasDecided }) => user !== actor.id && !hasDecided)
  return store.insertRoundNotices(tx, {
    ...{ round, action: 'ROUND_OPENED', by: actor.name, guest: false },
    title: `${actor.name} asks for your decision on {}`,
    people: people.map(({ user }) => user),
  })
}

const sentences: Record<DecisionKind, (name: string) => string> = {
  APPROVED: (name) => `${name} approved {}`,
  APPROVED_WITH_CHANGES: (name) => `${name} approved {} with changes`,
  CHANGES_REQUESTED: (name) => `${name} requested changes to {}`,
}

const severity = ['CHANGES_REQUESTED', 'APPROVED_WITH_CHANGES', 'APPROVED'] as const

/** Tells the owner and who started the round. */
export async function tellOfDecision(
  tx: Transaction,
  round: string,
  { actor, kinds }: { actor: WriterActor; kinds: readonly DecisionKind[] },
): Promise<string[]> {
  const people = (await store.listRunners(tx, round)).filter((user) => user !== actor.id)
  const worst = severity.find((kind) => kinds.includes(kind)) ?? 'APPROVED'
  const title = sentences[worst](actor.name)
  const guest = actor.kind === 'guest'
  return store.insertRoundNotices(tx, {
    round,
    action: 'DECISION_MADE',
    title,
    by: actor.name,
    guest,
    people,
  })
}

/** The job: sends reminders, once each, to those who have not decided, and closes rounds that close at their end. */
export async function remindAndClose(deps: Deps): Promise<void> {
  for (const { id, reviewId } of await store.findDue(deps.db)) {
    const people = await deps.db.orm.transaction((tx) => remindOrClose(tx, id, reviewId))
    signalSubject(deps, ofReview(reviewId))
    signalInboxes(deps, people)
  }
}

async function remindOrClose(tx: Transaction, id: string, reviewId: string): Promise<string[]> {
  await lockReviewRow(tx, reviewId)
  const round = await lockRound(tx, id)
  if (round?.state !== 'OPEN') return []
  if (round.isShut) {
    await closeRow(tx, id, '')
    await addEvents(tx, ofReview(reviewId), [
      { event: 'round.changed', targetId: id },
      { event: 'review.updated', targetId: reviewId },
    ])
    return []
  }
  if (!(await store.takeReminder(tx, id))) return []
  const outcome = outcomeOf(round.facts, round.facts.tally)
  if (outcome === 'APPROVED' || outcome === 'APPROVED_WITH_CHANGES') return []
  const asked = await store.listRecipients(tx, id)
  const people = asked.flatMap(({ user, hasDecided }) => (hasDecided ? [] : user))
  const title = 'Your decision on {} is due soon'
  return store.insertRoundNotices(tx, { round: id, action: 'ROUND_DUE', title, by: '', guest: false, people })
}

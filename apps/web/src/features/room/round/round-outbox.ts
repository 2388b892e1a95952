import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Round } from '@wingmark/contract/rounds'
import { asWriter } from '#web/features/comments/outbox/guest-identity'
import { createOutbox, type Outbox } from '#web/features/comments/outbox/outbox'
import type { End } from '#web/features/comments/outbox/outbox-state'
import { isItemKept } from '#web/features/comments/outbox/outbox-storage'
import { type Opening, outboxPerSession } from '#web/features/comments/outbox/session-outbox'
import { useWriter } from '#web/features/comments/outbox/use-writer'
import { reviewKeys } from '#web/features/reviews/queries'
import type { Sending } from '#web/features/room/round/changes/round-change'
import { changeOf, isReplaced, type RoundTarget, roundKinds } from '#web/features/room/round/round-changes'
import { reviewOutbox } from '#web/features/room/state/review-outbox'
import { useRoom } from '#web/features/room/state/room-context'
import { keepRound } from '#web/features/rounds/queries'
import { ApiError, isMissing } from '#web/lib/api-error'
import { offerInverse } from '#web/lib/changes/offer-inverse'
import { messageForError, toastForError } from '#web/lib/error-toast'
import { rememberShareToken, shareTokenOf } from '#web/lib/share-token'
import { toastError } from '#web/lib/toast'

const open = outboxPerSession(makeOutbox)

/** Pending decisions and other changes of a review's rounds. */
export const roundOutbox = (client: QueryClient, reviewId: string) => open(client, reviewId)

function makeOutbox({ client, id, whoAmI }: Opening): Outbox<RoundTarget> {
  const made = createOutbox<RoundTarget, Sending>({
    place: `round.${id}`,
    kinds: roundKinds,
    at: {
      reviewId: id,
      keep: (round) => void keepRound(client, round),
      afterComments: (keys) => afterComments(client, id, keys),
    },
    asWriter(item, send) {
      // Another tab, perhaps closed, had opened the link.
      if (item.proof && !shareTokenOf(id)) rememberShareToken(id, item.proof)
      return asWriter(send)
    },
    whoAmI,
    // In the room, the bar says it.
    say: (sentence) => {
      if (!window.location.pathname.includes(id)) toastError(sentence)
    },
    kept: 'It stays here with its note.',
    async findEnd(_, error) {
      const end = endFor(error)
      // Shows the newer version, or that the round is closed.
      if (end) await client.invalidateQueries({ queryKey: reviewKeys.page(id) })
      return end
    },
  })
  return {
    ...made,
    send: (outgoing, key) => made.send({ ...outgoing, proof: shareTokenOf(id) ?? null }, key),
  }
}

/** It is never sent again as it is. */
function endFor(error: unknown): End | null {
  if (isMissing(error)) return { of: 'part', why: 'The round is no longer there.' }
  const isOver = error instanceof ApiError && error.status === 409
  return isOver ? { of: 'part', why: messageForError(error) ?? 'This couldn’t be recorded.' } : null
}

const patienceMs = 5_000
const lookMs = 250

async function afterComments(client: QueryClient, reviewId: string, keys: readonly string[]): Promise<void> {
  const { store } = reviewOutbox(client, reviewId)
  const began = performance.now()
  for (;;) {
    const left = store.get().filter(({ key }) => keys.includes(key))
    if (left.some(({ state }) => state === 'failed')) throw refusedBefore
    if (left.length === 0 && !keys.some((key) => isItemKept(reviewId, key))) return
    // The outbox tries again: who sends may change meanwhile.
    if (performance.now() - began > patienceMs) throw stillComing
    await new Promise((look) => setTimeout(look, lookMs))
  }
}

const stillComing = new ApiError({ status: 0, code: 'NETWORK', message: 'Your comments are sent first.' })
const refusedBefore = new ApiError({
  ...{ status: 400, code: 'COMMENT_REFUSED' },
  message: 'A comment that goes first couldn’t be sent. Send or discard it, then try again.',
})

/** Keeps a change on this device before it is sent. `before`: the round as shown; offers the inverse. */
export function useChangeRound() {
  const { reviewId } = useRoom()
  const client = useQueryClient()
  const outbox = roundOutbox(client, reviewId)
  const findWriter = useWriter()
  const send = async (target: RoundTarget) => {
    const writer = await findWriter()
    for (const item of outbox.store.get())
      if (item.state !== 'sending' && isReplaced(item.target, target)) outbox.discard(item.key)
    outbox.send({ target, message: '', files: [], mentioned: [], ...writer })
  }
  return async (before: Round, target: RoundTarget) => {
    await send(target)
    offerInverse(changeOf(target), before, target, (inverse) => void send(inverse).catch(toastForError))
  }
}

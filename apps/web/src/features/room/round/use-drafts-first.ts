import { useState } from 'react'
import { unsentIn, useSendDrafts, useUnsentDrafts } from '#web/features/room/panel/use-send-drafts'
import { useRoom } from '#web/features/room/state/room-context'
import { useComments } from '#web/features/room/state/room-data'

/** Comments that were written and not sent; `onProblem` gets why one of them stays. */
export function useDraftsFirst(onProblem: (words: string) => void) {
  const { reviewId, outbox } = useRoom()
  const all = useUnsentDrafts()
  const sendDrafts = useSendDrafts(useComments().comments)
  const [isTaken, take] = useState(true)

  /** False if one of them stays. */
  const send = async (): Promise<boolean> => {
    if (all.length === 0) return true
    const [stayed] = await sendDrafts(all)
    if (stayed) onProblem(`A comment couldn’t be sent: ${stayed.reason}`)
    const isSent = !stayed && (await areGone(reviewId))
    if (!stayed && !isSent) onProblem('A comment isn’t complete. Finish or discard it, or decide without it.')
    return isSent
  }

  /** Of comments and replies that have not arrived. */
  const keysOnTheWay = (): string[] =>
    outbox.store
      .get()
      .filter(({ target: { kind }, end }) => (kind === 'comment' || kind === 'reply') && !end)
      .map(({ key }) => key)

  return { count: all.length, isTaken, take, send, keysOnTheWay }
}

const patienceMs = 10_000
const lookMs = 50

/** Open composers hand over what they have by themselves. */
async function areGone(reviewId: string): Promise<boolean> {
  const began = performance.now()
  while (unsentIn(reviewId).length > 0) {
    if (performance.now() - began > patienceMs) return false
    await new Promise((look) => setTimeout(look, lookMs))
  }
  return true
}

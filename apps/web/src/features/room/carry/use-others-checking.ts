import { useEffect, useEffectEvent, useRef } from 'react'
import { useRoom } from '#web/features/room/state/room-context'
import { useMe } from '#web/features/room/state/room-data'
import { useStore } from '#web/lib/store'

/** Two who choose at the same moment know of each other within this. */
const justMs = 2_000
/** Keys pressed for the comment before count for none. */
const unreadMs = 600

type Here = {
  /** The comment on screen, if this person may decide. */
  id: string | null
  /** Someone else has it. */
  onGiveWay: () => void
}

/** Tells others which fix is checked here, and returns which ones they check. */
export function useOthersChecking({ id, onGiveWay }: Here) {
  const { store, others } = useRoom()
  const me = useMe() ?? ''
  const checking = useStore(others, (state) => state.checking)
  const other = checking.find(({ comment }) => comment === id)?._id ?? null

  const since = useRef(0)
  const gaveWay = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    since.current = id === null ? 0 : performance.now()
  }, [id])

  const meet = useEffectEvent((their: string) => {
    // One of the two goes on; later, nothing moves under a finger.
    if (their > me || performance.now() - since.current > justMs) return
    gaveWay.current = performance.now()
    onGiveWay()
  })
  useEffect(() => {
    if (other !== null) meet(other)
  }, [other, id])

  useEffect(() => {
    store.dispatch({ do: 'check', id })
    return () => store.dispatch({ do: 'check', id: null })
  }, [store, id])
  /** Another comment came on screen just now, by itself. */
  const isUnread = () => performance.now() - gaveWay.current < unreadMs
  return { checking, isUnread }
}

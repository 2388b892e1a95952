import type { DirectMessage } from '@wingmark/contract/messages'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'

type Older = { has: boolean; isLoading: boolean; hasFailed: boolean; load: () => void }

/** The message that the address names: older ones are fetched until it is there, then it is brought into view and has the focus. */
export function useSought(
  scroller: RefObject<HTMLElement | null>,
  messages: readonly DirectMessage[],
  older: Older,
): string | null {
  const [params] = useSearchParams()
  const sought = params.get('message')
  const isThere = messages.some((one) => one._id === sought)
  const isToBeFetched = sought !== null && !isThere && older.has && !older.isLoading && !older.hasFailed
  const load = useEffectEvent(older.load)
  useEffect(() => {
    if (isToBeFetched) load()
  }, [isToBeFetched])
  useEffect(() => {
    if (!isThere) return
    const item = scroller.current?.querySelector<HTMLElement>('[data-sought]')
    item?.scrollIntoView({ block: 'center' })
    item?.focus({ preventScroll: true })
  }, [isThere, sought, scroller])
  return sought
}

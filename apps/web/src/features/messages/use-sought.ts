import { useInfiniteQuery } from '@tanstack/react-query'
import type { DirectMessage } from '@wingmark/contract/messages'
import { type RefObject, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { type ConversationPages, messagesOf } from '#web/features/messages/message-pages'
import { aroundQuery } from '#web/features/messages/queries'

const name = 'message'

/** The pages around the message in the address, if it is older than the loaded ones. */
export function useAround(id: string, newest: ConversationPages | undefined, hasOlder: boolean) {
  const [params, setParams] = useSearchParams()
  const sought = params.get(name)
  const isThere = newest !== undefined && messagesOf(newest).some((one) => one._id === sought)
  const isFar = sought !== null && newest !== undefined && hasOlder && !isThere
  const query = useInfiniteQuery({ ...aroundQuery(id, sought ?? ''), enabled: isFar })
  const leave = () =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete(name)
        return after
      },
      { replace: true },
    )
  return { query: isFar && query.data ? query : null, leave }
}

/** Scrolls to the message in the address and focuses it, once it has loaded. */
export function useSought(
  scroller: RefObject<HTMLElement | null>,
  messages: readonly DirectMessage[],
): string | null {
  const [params] = useSearchParams()
  const sought = params.get(name)
  const isThere = messages.some((one) => one._id === sought)
  useEffect(() => {
    if (!isThere) return
    const item = scroller.current?.querySelector<HTMLElement>('[data-sought]')
    item?.scrollIntoView({ block: 'center' })
    item?.focus({ preventScroll: true })
  }, [isThere, sought, scroller])
  return sought
}

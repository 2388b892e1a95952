import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { Conversation, DirectMessage } from '@wingmark/contract/messages'
import { type ComponentType, useEffect, useEffectEvent, useRef } from 'react'
import { Link } from 'react-router'
import { MessageList } from '#web/features/messages/components/message-list'
import { PendingMessage } from '#web/features/messages/components/pending-message'
import { ThreadFoot } from '#web/features/messages/components/thread-foot'
import { ThreadHead } from '#web/features/messages/components/thread-head'
import { joinPages } from '#web/features/messages/message-pages'
import { conversationQuery, deletionPath, refreshMs, removeMessage } from '#web/features/messages/queries'
import { usePendingTo } from '#web/features/messages/use-pending-to'
import { useAround } from '#web/features/messages/use-sought'
import { ApiError } from '#web/lib/api-error'
import { useRefreshing } from '#web/lib/user-live'
import { LoadError } from '#web/ui/load-error'
import { PageMessage } from '#web/ui/page-message'
import { useUndoableRemoval } from '#web/ui/use-undoable-removal'
import classes from './thread.module.css'

/** Actions on the other person; `newest` is their last message. */
export type ThreadMenuProps = { conversation: Conversation; newest: DirectMessage | undefined }

type Props = {
  id: string
  listPath: string
  Menu: ComponentType<ThreadMenuProps>
}

/** One conversation: its messages, the pending ones, and the composer. Mount a new instance for another. */
export function OpenConversation({ id, listPath, Menu }: Props) {
  const query = useInfiniteQuery({ ...conversationQuery(id), ...useRefreshing(refreshMs) })
  const { data, error, refetch } = query
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 422)
  const conversation = data?.pages[0]?.conversation
  const { hidden, remove } = useRemoval()
  const { outbox, items } = usePendingTo(conversation?.person?._id)
  const { query: around, leave } = useAround(id, data, query.hasNextPage)
  const { messages: found, isCut } = data ? joinPages(around?.data, data) : { messages: [], isCut: false }
  const waiting = useRef(items.length)
  const showOwn = useEffectEvent(() => {
    if (isCut && items.length > waiting.current) leave()
    waiting.current = items.length
  })
  useEffect(() => showOwn(), [items.length])
  if (isGone)
    return (
      <PageMessage title="Conversation not found" text="It was deleted, or you don’t have access to it.">
        <Button component={Link} to={listPath} variant="default">
          All messages
        </Button>
      </PageMessage>
    )
  if (!data || !conversation)
    return error ? <LoadError what="This conversation" onRetry={() => void refetch()} /> : <Loading />
  const messages = found.filter((one) => !hidden.includes(one._id))
  const before = around ?? query
  const newest = messages.findLast((one) => !one.isOwn && !one.deleted)
  const pending = items.filter((item) => !messages.some((one) => isThis(one, item)))
  return (
    <>
      <ThreadHead
        person={conversation.person}
        listPath={listPath}
        menu={<Menu conversation={conversation} newest={newest} />}
      />
      <MessageList
        conversation={conversation}
        messages={messages}
        older={{
          has: before.hasNextPage,
          isLoading: before.isFetchingNextPage,
          hasFailed: before.isFetchNextPageError,
          load: () => void before.fetchNextPage(),
        }}
        newer={
          around && isCut
            ? {
                has: around.hasPreviousPage,
                isLoading: around.isFetchingPreviousPage,
                hasFailed: around.isFetchPreviousPageError,
                load: () => void around.fetchPreviousPage(),
              }
            : null
        }
        onNewest={leave}
        onDelete={({ _id }) => remove(_id)}
      >
        {pending.map((item) => (
          <PendingMessage key={item.key} outbox={outbox} item={item} />
        ))}
      </MessageList>
      <ThreadFoot conversation={conversation} />
    </>
  )
}

function Loading() {
  return (
    <output className={classes.loading} aria-label="Loading the conversation">
      {[56, 40, 88, 40].map((height, place) => (
        <Skeleton key={place} height={height} width={place % 2 === 0 ? '55%' : '40%'} radius="lg" />
      ))}
    </output>
  )
}

type Item = ReturnType<typeof usePendingTo>['items'][number]

/** Arrived by the live stream before its answer. */
function isThis(message: DirectMessage, item: Item): boolean {
  return (
    message.isOwn &&
    item.state === 'sending' &&
    message.createdAt >= item.at &&
    message.message === item.message.trim() &&
    message.files.length === item.files.length
  )
}

/** For the user's own messages. */
function useRemoval() {
  const client = useQueryClient()
  return useUndoableRemoval({
    pathOf: deletionPath,
    commit: (id) => removeMessage(client, id),
    said: 'Message deleted',
  })
}

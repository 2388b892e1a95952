import { ActionIcon, Button, Loader, VisuallyHidden } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import type { Conversation, DirectMessage } from '@wingmark/contract/messages'
import { isolated } from '@wingmark/contract/names'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { MessageItem } from '#web/features/messages/components/message-item'
import { useMarkRead } from '#web/features/messages/use-mark-read'
import { useSought } from '#web/features/messages/use-sought'
import { formatDayName } from '#web/lib/format'
import { useStickToEnd } from '#web/ui/use-stick-to-end'
import classes from './thread.module.css'

/** Groups messages of one person within this time. */
const togetherMs = 5 * 60_000
/** Fetches more this far beyond the view. */
const ahead = { older: '400px 0px 0px', newer: '0px 0px 400px' }

type More = { has: boolean; isLoading: boolean; hasFailed: boolean; load: () => void }

type Props = {
  conversation: Conversation
  /** Oldest first. */
  messages: readonly DirectMessage[]
  older: More
  /** Set while newer messages are not loaded. */
  newer: More | null
  /** Called to load the newest then. */
  onNewest: () => void
  onDelete: (message: DirectMessage) => void
  /** Pending messages. */
  children: ReactNode
}

/** A conversation with the newest at the bottom; older ones load on scrolling up. */
export function MessageList({ conversation, messages, older, newer, onNewest, onDelete, children }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const { isAway, toEnd } = useStickToEnd(scroller, messages[0]?._id, newer !== null)
  const sought = useSought(scroller, messages)
  useMarkRead(conversation, isAway)
  const name = conversation.person?.name ?? 'Deleted account'
  const newest = messages.at(-1)
  const lastSeen = messages.findLast((one) => one.isOwn && one.number <= conversation.seenNumber)
  return (
    <div className={classes.middle}>
      <div ref={scroller} className={classes.scroller} role="region" aria-label="Messages" tabIndex={0}>
        <div className={classes.content}>
          <MoreMessages of="older" more={older} scroller={scroller} />
          <ol className={classes.messages}>
            {messages.map((message, place) => {
              const isFirst = !messages[place - 1] || dayOf(messages[place - 1]) !== dayOf(message)
              return [
                isFirst && (
                  <li key={dayOf(message)} className={classes.day}>
                    <span>{formatDayName(message.createdAt)}</span>
                  </li>
                ),
                <MessageItem
                  key={message._id}
                  message={message}
                  name={name}
                  isRequest={conversation.request !== null}
                  isSeen={message._id === lastSeen?._id}
                  isSought={message._id === sought}
                  isJoined={areTogether(message, messages[place + 1])}
                  onDelete={() => onDelete(message)}
                />,
              ]
            })}
            {newer === null && children}
          </ol>
          {newer && <MoreMessages of="newer" more={newer} scroller={scroller} />}
        </div>
      </div>
      {isAway && (
        <ActionIcon
          variant="default"
          size={36}
          radius="xl"
          className={classes.toEnd}
          aria-label="Go to newest message"
          onClick={() => {
            toEnd()
            if (newer) onNewest()
          }}
        >
          <IconArrowDown size={18} />
        </ActionIcon>
      )}
      <News newest={newest} name={name} />
    </div>
  )
}

const dayOf = (message: DirectMessage | undefined) =>
  message ? new Date(message.createdAt).toDateString() : ''

function areTogether(one: DirectMessage, next: DirectMessage | undefined): boolean {
  if (!next || next.isOwn !== one.isOwn || dayOf(one) !== dayOf(next)) return false
  return Date.parse(next.createdAt) - Date.parse(one.createdAt) < togetherMs
}

/** Announces new messages to screen readers. */
function News({ newest, name }: { newest: DirectMessage | undefined; name: string }) {
  const [first] = useState(newest?.number ?? 0)
  const isNew = newest && !newest.isOwn && newest.number > first
  return (
    <VisuallyHidden role="status">
      {isNew ? `${isolated(name)}: ${newest.message || 'an attachment'}` : ''}
    </VisuallyHidden>
  )
}

type MoreProps = { of: 'older' | 'newer'; more: More; scroller: React.RefObject<HTMLDivElement | null> }

function MoreMessages({ of, more: { has, isLoading, hasFailed, load }, scroller }: MoreProps) {
  const mark = useRef<HTMLDivElement>(null)
  const onNear = useEffectEvent(load)
  const isReady = has && !isLoading && !hasFailed
  useEffect(() => {
    const element = mark.current
    if (!element || !isReady) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onNear()
      },
      { root: scroller.current, rootMargin: ahead[of] },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [isReady, scroller, of])
  if (!has) return null
  return (
    <div ref={mark} className={classes.older}>
      {hasFailed ? (
        <Button variant="default" size="xs" onClick={load}>
          {of === 'older' ? 'Older' : 'Newer'} messages didn’t load. Try again
        </Button>
      ) : (
        <Loader size={16} role="img" aria-label={`Loading ${of} messages`} />
      )}
    </div>
  )
}

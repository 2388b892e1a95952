import { ActionIcon, Indicator } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { hasItems } from '#web/features/comments/outbox/outbox-storage'
import { outboxPlace } from '#web/features/messages/outbox-place'
import { useLiveMessages, useUnreadMessages } from '#web/features/messages/queries'
import { paths } from '#web/lib/paths'
import { useCountInTitle } from '#web/ui/use-count-in-title'
import classes from './messages-link.module.css'

const most = 99

/** The header's link to messages; keeps loaded messages fresh. */
export function MessagesLink({ className }: { className?: string | undefined }) {
  useLiveMessages()
  useLeftMessages()
  const count = useUnreadCount()
  useCountInTitle(count)
  return (
    <ActionIcon
      component={Link}
      to={paths.messages}
      size="lg"
      className={className}
      data-touch
      title="Messages"
      aria-label={count === null ? 'Messages' : `Messages, ${count} unread`}
    >
      <Unread count={count}>
        <IconMessageCircle size={18} />
      </Unread>
    </ActionIcon>
  )
}

export function FloatingMessages({ className }: { className?: string | undefined }) {
  const count = useUnreadCount()
  return (
    <ActionIcon
      component={Link}
      to={paths.messages}
      variant="default"
      size={48}
      radius="xl"
      className={className}
      title="Messages"
      aria-label={count === null ? 'Open messages' : `Open messages, ${count} unread`}
    >
      <Unread count={count}>
        <IconMessageCircle size={20} />
      </Unread>
    </ActionIcon>
  )
}

function Unread({ count, children }: { count: string | null; children: React.ReactNode }) {
  return (
    <Indicator
      label={count}
      disabled={count === null}
      size={15}
      color="var(--wm-unread-filled)"
      offset={2}
      zIndex={1}
      classNames={{ indicator: classes.count }}
    >
      {children}
    </Indicator>
  )
}

/** Null for none. */
function useUnreadCount(): string | null {
  const { inbox, requests } = useUnreadMessages()
  const count = inbox + requests
  if (count === 0) return null
  return count > most ? `${most}+` : String(count)
}

/** Sends what an earlier visit left, on any page. */
function useLeftMessages(): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!hasItems(outboxPlace)) return
    // While offline, the messages page tries again.
    import('#web/features/messages/message-outbox').then(
      ({ messageOutbox }) => messageOutbox(client),
      () => {},
    )
  }, [client])
}

import { Button, Skeleton, Tabs, Text, VisuallyHidden } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Conversation, MessageBox } from '@wingmark/contract/messages'
import { Link } from 'react-router'
import { TimeAgo } from '#web/features/comments/cards/time-ago'
import { conversationsOf } from '#web/features/messages/message-pages'
import { conversationsQuery, refreshMs, useUnreadMessages } from '#web/features/messages/queries'
import { useRefreshing } from '#web/lib/user-live'
import { Face } from '#web/ui/face'
import { LoadError } from '#web/ui/load-error'
import classes from './conversation-list.module.css'

const faceSize = 40
const rowHeight = 64
const rowsLoading = 5

type Props = {
  box: MessageBox
  onBox: (box: MessageBox) => void
  /** The conversation open beside the list. */
  open: string | undefined
  /** A conversation's address in this box. */
  pathOf: (conversation: Conversation) => string
}

/** The user's conversations by box, newest first. */
export function ConversationList({ box, onBox, open, pathOf }: Props) {
  const unread = useUnreadMessages()
  return (
    <div className={classes.root}>
      <Tabs value={box} onChange={(next) => onBox(next === 'REQUESTS' ? 'REQUESTS' : 'INBOX')}>
        <Tabs.List>
          <Tabs.Tab value="INBOX">Inbox{countOf(unread.inbox)}</Tabs.Tab>
          <Tabs.Tab value="REQUESTS">Requests{countOf(unread.requests)}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={box} className={classes.panel}>
          <Box box={box} open={open} pathOf={pathOf} />
        </Tabs.Panel>
      </Tabs>
    </div>
  )
}

const countOf = (count: number) => (count === 0 ? '' : ` (${count > 99 ? '99+' : count})`)

function Box({ box, open, pathOf }: Pick<Props, 'box' | 'open' | 'pathOf'>) {
  const query = useInfiniteQuery({ ...conversationsQuery(box), ...useRefreshing(refreshMs) })
  const { data, error, refetch } = query
  if (!data && error) return <LoadError what="Your messages" onRetry={() => void refetch()} />
  if (!data)
    return (
      <output className={classes.list} aria-label="Loading messages">
        {Array.from({ length: rowsLoading }, (_, index) => (
          <Skeleton key={index} height={rowHeight} />
        ))}
      </output>
    )
  const conversations = conversationsOf(data)
  if (conversations.length === 0)
    return (
      <Text size="sm" c="dimmed" className={classes.empty}>
        {box === 'INBOX' ? 'No conversations yet.' : 'No requests.'}
      </Text>
    )
  return (
    <>
      <ul className={classes.list} aria-label={box === 'INBOX' ? 'Conversations' : 'Requests'}>
        {conversations.map((one) => (
          <Row key={one._id} conversation={one} isOpen={one._id === open} path={pathOf(one)} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          className={classes.more}
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {query.isFetchNextPageError ? 'Try again' : 'Show more'}
        </Button>
      )}
    </>
  )
}

type RowProps = { conversation: Conversation; isOpen: boolean; path: string }

function Row({ conversation, isOpen, path }: RowProps) {
  const { person, last, lastNumber, readNumber } = conversation
  const isUnread = lastNumber > readNumber
  const name = person?.name ?? 'Deleted account'
  return (
    <li>
      <Link
        to={path}
        className={classes.row}
        data-unread={isUnread || undefined}
        aria-current={isOpen ? 'true' : undefined}
      >
        <Face connectionId={person?._id ?? null} name={name} src={person?.avatar} size={faceSize} />
        <span className={classes.words}>
          <span className={classes.head}>
            <span className={classes.name}>{name}</span>
            <span className={classes.when}>
              <TimeAgo iso={last.createdAt} />
            </span>
          </span>
          <span className={classes.text}>
            {isUnread && <VisuallyHidden>Unread: </VisuallyHidden>}
            {beginningOf(conversation)}
          </span>
        </span>
        {isUnread && <span className={classes.dot} aria-hidden />}
      </Link>
    </li>
  )
}

function beginningOf({ last, request }: Conversation): string {
  const who = last.isOwn ? 'You: ' : ''
  if (last.deleted) return `${who}message deleted`
  const words = last.text || (last.hasFiles ? 'attachment' : '')
  return request === 'OUTGOING' ? `Not answered yet · ${words}` : who + words
}

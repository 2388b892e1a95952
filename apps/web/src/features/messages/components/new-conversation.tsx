import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isolated } from '@wingmark/contract/names'
import { Link, Navigate } from 'react-router'
import { PendingMessage } from '#web/features/messages/components/pending-message'
import { Closed, Composer } from '#web/features/messages/components/thread-foot'
import { ThreadHead } from '#web/features/messages/components/thread-head'
import { withQuery } from '#web/features/messages/queries'
import { usePendingTo } from '#web/features/messages/use-pending-to'
import { nobodyThere } from '#web/features/messages/write-message'
import { ApiError } from '#web/lib/api-error'
import { paths } from '#web/lib/paths'
import { LoadError } from '#web/ui/load-error'
import { PageMessage } from '#web/ui/page-message'
import classes from './thread.module.css'

type Props = { userId: string; listPath: string }

/** Before the first message to someone; leads to an existing conversation. */
export function NewConversation({ userId, listPath }: Props) {
  const { data, error, refetch } = useQuery(withQuery(userId))
  const { outbox, items } = usePendingTo(userId)
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 422)
  if (isGone)
    return (
      <PageMessage title="Person not found" text={nobodyThere}>
        <Button component={Link} to={listPath} variant="default">
          All messages
        </Button>
      </PageMessage>
    )
  if (!data && error) return <LoadError what="This conversation" onRetry={() => void refetch()} />
  if (!data)
    return (
      <output className={classes.loading} aria-label="Loading the conversation">
        <Skeleton height={40} width="40%" />
      </output>
    )
  if (data.conversation) return <Navigate to={paths.conversation(data.conversation)} replace />
  const { person, isRequest, refusal } = data
  return (
    <>
      <ThreadHead person={person} listPath={listPath} />
      <div className={classes.middle}>
        <div className={classes.scroller}>
          <div className={classes.content}>
            <p className={classes.beginning}>
              {isRequest
                ? `You and ${isolated(person.name)} aren’t connected. Your first message is a request: one message, without files, until they answer.`
                : `This is the start of your conversation with ${isolated(person.name)}.`}
            </p>
            <ol className={classes.messages}>
              {items.map((item) => (
                <PendingMessage key={item.key} outbox={outbox} item={item} />
              ))}
            </ol>
          </div>
        </div>
      </div>
      {refusal === null && !(isRequest && items.length > 0) && (
        <Composer person={person} canAttach={!isRequest} placeholder="Write a message…" />
      )}
      {refusal !== null && <Closed text={refusal} />}
    </>
  )
}

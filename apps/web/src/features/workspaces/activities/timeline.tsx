import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Workspace } from '@wingmark/contract/workspaces'
import { Link } from 'react-router'
import { v4 as uuid } from 'uuid'
import { MessageText } from '#web/features/comments/cards/message-text'
import { TimeAgo } from '#web/features/comments/cards/time-ago'
import { MessageForm } from '#web/features/comments/composer/message-form'
import { dayOf, type Gathered, gather, happening } from '#web/features/workspaces/activities/activity-words'
import {
  slotOfTimeline,
  type TimelineFilter,
  type TimelineOf,
  timelineQuery,
  useDeleteMessage,
  useWriteOn,
} from '#web/features/workspaces/activities/timeline-queries'
import { useTimelinePlace } from '#web/features/workspaces/activities/use-place'
import { formatDayName } from '#web/lib/format'
import { taskPath } from '#web/lib/paths'
import { Face } from '#web/ui/face'
import { LoadError } from '#web/ui/load-error'
import classes from './timeline.module.css'

type Props = {
  workspace: Workspace
  of: TimelineOf
  kind?: TimelineFilter
  /** By day under headings, as a page of its own has them. */
  hasDays?: boolean
}

/** What happened and was said, newest first, with a composer above it. */
export function Timeline({ workspace, of, kind, hasDays = false }: Props) {
  const query = useInfiniteQuery(timelineQuery(of, kind))
  const place = useTimelinePlace(workspace)
  const write = useWriteOn(of)
  const slot = slotOfTimeline(of)
  const lines = gather(query.data?.pages.flatMap((page) => page.results) ?? [])
  return (
    <div className={classes.root}>
      {workspace.can.write && (
        <MessageForm
          key={slot}
          place={place}
          slot={slot}
          label="Write something"
          placeholder="Write something…"
          submit="Send"
          onSend={({ message, mentioned }) => write.mutate({ key: uuid(), message, mentioned })}
        />
      )}
      {query.isPending && <Skeleton height={96} />}
      {query.isError && !query.data && (
        <LoadError what="The activities" onRetry={() => void query.refetch()} />
      )}
      {query.data && lines.length === 0 && <p className={classes.quiet}>Nothing here yet.</p>}
      {lines.length > 0 && (
        <ol className={classes.lines}>
          {lines.map((line, n) => {
            const day = lines[n - 1]
            const isNewDay = hasDays && (!day || dayOf(day.item) !== dayOf(line.item))
            return (
              <li key={line.item._id}>
                {isNewDay && <h2 className={classes.day}>{formatDayName(line.item.createdAt)}</h2>}
                <Line line={line} workspace={workspace} withTask={!('task' in of)} />
              </li>
            )
          })}
        </ol>
      )}
      {query.isFetchNextPageError && <p role="alert">Earlier activities could not be loaded.</p>}
      {query.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
          className={classes.more}
        >
          {query.isFetchNextPageError ? 'Try again' : 'Show earlier'}
        </Button>
      )}
    </div>
  )
}

type LineProps = { line: Gathered; workspace: Workspace; withTask: boolean }

function Line({ line: { item, more }, workspace, withTask }: LineProps) {
  const remove = useDeleteMessage()
  const isMessage = item.kind === 'MESSAGE'
  return (
    <div id={item._id} className={classes.line} data-message={isMessage || undefined}>
      <Face
        connectionId={item.actor._id}
        name={item.actor.name}
        src={item.actor.avatar}
        size={isMessage ? 26 : 20}
      />
      <div className={classes.words}>
        <p className={classes.head}>
          <strong>{item.actor.name}</strong> {!isMessage && happening(item, workspace.members)}
          {withTask && item.task && (
            <>
              {isMessage ? 'on ' : ' · '}
              <Link to={taskPath(item.workspace, item.task._id)} className={classes.task}>
                #{item.task.number} {item.task.title}
              </Link>
            </>
          )}
          {more > 0 && ` and ${more} more`}
          <span className={classes.time}>
            <TimeAgo iso={item.createdAt} />
          </span>
        </p>
        {isMessage && <MessageText text={item.message} mentions={item.mentions.map(({ name }) => name)} />}
      </div>
      {item.can.delete && (
        <ActionIcon
          size={26}
          aria-label="Delete what you wrote"
          loading={remove.isPending}
          onClick={() => remove.mutate(item._id)}
        >
          <IconTrash size={15} />
        </ActionIcon>
      )}
    </div>
  )
}

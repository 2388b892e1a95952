import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { Workspace } from '@wingmark/contract/workspaces'
import { useState } from 'react'
import { MessageForm } from '#web/features/comments/composer/message-form'
import { emptyDraft, giveBack, type Mentioned } from '#web/features/comments/outbox/drafts'
import { useWriter } from '#web/features/comments/outbox/use-writer'
import { dayOf, gather } from '#web/features/workspaces/activities/activity-words'
import { TimelineLine } from '#web/features/workspaces/activities/timeline-line'
import { timelineOutbox } from '#web/features/workspaces/activities/timeline-outbox'
import {
  slotOfTimeline,
  type TimelineFilter,
  type TimelineOf,
  takeOldDraft,
  timelineQuery,
} from '#web/features/workspaces/activities/timeline-queries'
import { useLinkedActivity } from '#web/features/workspaces/activities/use-linked-activity'
import { useTimelinePlace } from '#web/features/workspaces/activities/use-place'
import { useWordRemoval } from '#web/features/workspaces/activities/use-word-removal'
import { WaitingWordsList, waitingOn } from '#web/features/workspaces/activities/waiting-words'
import { toastForError } from '#web/lib/error-toast'
import { formatDayName } from '#web/lib/format'
import { useStore } from '#web/lib/store'
import { LoadError } from '#web/ui/load-error'
import classes from './timeline.module.css'

type Words = { message: string; mentioned: Mentioned[]; key?: string }

type Props = {
  workspace: Workspace
  of: TimelineOf
  kind?: TimelineFilter
  /** Grouped by day under headings, as on its own page. */
  hasDays?: boolean
}

/** Activities and messages, newest first, with a composer above. */
export function Timeline({ workspace, of, kind, hasDays = false }: Props) {
  const query = useInfiniteQuery(timelineQuery(of, kind))
  const place = useTimelinePlace(workspace)
  const findWriter = useWriter()
  const outbox = timelineOutbox(useQueryClient(), workspace._id)
  const sent = useStore(outbox.store, (items) => items)
  const slot = slotOfTimeline(workspace._id, of)
  useState(() => takeOldDraft(workspace._id, of))
  const { hidden, remove } = useWordRemoval()
  const all = query.data?.pages.flatMap((page) => page.results) ?? []
  const items = all.filter(({ _id }) => !hidden.includes(_id))
  const waiting = kind === 'EVENT' ? [] : waitingOn(of, sent, items)
  const lines = gather(items)
  const send = ({ message, mentioned, ...again }: Words) =>
    findWriter().then(
      (writer) =>
        void outbox.send({
          target: { kind: 'timeline', ...of },
          message,
          mentioned,
          files: [],
          ...again,
          ...writer,
        }),
      (error) => {
        giveBack(slot, { ...emptyDraft, text: message, mentioned, ...again })
        toastForError(error)
      },
    )
  const linked = useLinkedActivity({
    ids: lines.flatMap(({ item, others }) => [item, ...others].map(({ _id }) => _id)),
    pages: query.data?.pages.length ?? 0,
    hasMore: query.hasNextPage,
    isReading: query.isFetching,
    readMore: () => void query.fetchNextPage(),
  })
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
          onSend={({ message, mentioned, key }) =>
            void send({ message, mentioned, ...(key !== undefined && { key }) })
          }
        />
      )}
      {waiting.length > 0 && <WaitingWordsList workspaceId={workspace._id} outbox={outbox} items={waiting} />}
      {query.isPending && <Skeleton height={96} />}
      {query.isError && !query.data && (
        <LoadError what="The activities" onRetry={() => void query.refetch()} />
      )}
      {query.data && lines.length + waiting.length === 0 && (
        <p className={classes.quiet}>Nothing here yet.</p>
      )}
      {lines.length > 0 && (
        <ol className={classes.lines}>
          {lines.map((line, n) => {
            const day = lines[n - 1]
            const isNewDay = hasDays && (!day || dayOf(day.item) !== dayOf(line.item))
            return (
              <li key={line.item._id}>
                {isNewDay && <h2 className={classes.day}>{formatDayName(line.item.createdAt)}</h2>}
                <TimelineLine
                  line={line}
                  workspace={workspace}
                  withTask={!('task' in of)}
                  onDelete={({ _id }) => remove(_id)}
                  isLinked={[line.item, ...line.others].some(({ _id }) => _id === linked)}
                />
              </li>
            )
          })}
        </ol>
      )}
      {query.isFetchNextPageError && <p role="alert">Earlier activities couldn’t be loaded.</p>}
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

import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Round, RoundDecision } from '@wingmark/contract/rounds'
import { useState } from 'react'
import { DecisionSign } from '#web/features/room/round/round-faces'
import { useRoom } from '#web/features/room/state/room-context'
import { decisionsQuery } from '#web/features/rounds/queries'
import { formatRelativeTime } from '#web/lib/format'
import { Fold } from '#web/ui/fold'
import { LoadError } from '#web/ui/load-error'
import { decidedWords } from '#web/ui/round-words'
import classes from './round-dialog.module.css'

const panel = 'round-decisions'

/** Every decision with its note, the newest first; those that others replaced stay readable. */
export function RoundDecisions({ round }: { round: Round }) {
  const hasAny = round.people.some(({ decidedAt }) => decidedAt !== null)
  const [isOpen, setOpen] = useState(true)
  if (!hasAny) return null
  return (
    <section>
      <Fold isOpen={isOpen} panel={panel} onToggle={() => setOpen(!isOpen)}>
        Decisions
      </Fold>
      {isOpen && (
        <div id={panel}>
          <List round={round} />
        </div>
      )}
    </section>
  )
}

function List({ round }: { round: Round }) {
  const { reviewId } = useRoom()
  const { data, isError, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    decisionsQuery(reviewId, round._id),
  )
  if (!data && isError) return <LoadError what="The decisions" onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={80} role="status" aria-label="Loading decisions" />
  return (
    <>
      <ol className={classes.list}>
        {data.map((decision) => (
          <OneDecision key={decision._id} decision={decision} />
        ))}
      </ol>
      {hasNextPage && (
        <Button
          fullWidth
          size="xs"
          variant="default"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  )
}

function OneDecision({ decision: one }: { decision: RoundDecision }) {
  return (
    <li className={classes.decision} data-replaced={one.isReplaced || undefined}>
      <span className={classes.inlineSign}>
        <DecisionSign status={one.decision} />
      </span>
      <div>
        <p>
          <strong>{one.name}</strong> {decidedWords[one.decision].toLowerCase()}
          {' · '}
          {one.fileName}, version {one.version}
          <span className={classes.dim}> {formatRelativeTime(one.createdAt)}</span>
        </p>
        {one.note && <p className={classes.message}>{one.note}</p>}
        {(one.isOlder || one.isReplaced) && (
          <p className={classes.dim}>
            {one.isReplaced
              ? 'Changed later.'
              : `On version ${one.version}, not the current one: it doesn’t count.`}
          </p>
        )}
      </div>
    </li>
  )
}

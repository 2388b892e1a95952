import { Button, Checkbox, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Comment } from '@wingmark/contract/comments'
import type { File } from '@wingmark/contract/files'
import type { Review } from '@wingmark/contract/reviews'
import { shorten } from '@wingmark/contract/shorten'
import type { TaskLink } from '@wingmark/contract/tasks'
import { useEffect, useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import { wholeReviewCommentsQuery } from '#web/features/comments/queries'
import { reviewQuery } from '#web/features/reviews/queries'
import { reviewTaskLinksQuery, stateNames, useMakeTasks } from '#web/features/workspaces/links/queries'
import { messageForError } from '#web/lib/error-toast'
import { formatCount } from '#web/lib/format'
import { authorName } from '#web/lib/has-no-account'
import { LoadError } from '#web/ui/load-error'
import classes from './from-review.module.css'

type Props = { workspaceId: string; review: Review; onBack: () => void; onDone: () => void }

/** Selects several at once; existing tasks are marked. */
export function OpenComments({ workspaceId, review, onBack, onDone }: Props) {
  const comments = useQuery({ ...wholeReviewCommentsQuery(review._id, 'OPEN'), staleTime: 0 })
  const links = useQuery(reviewTaskLinksQuery(review._id))
  const page = useQuery(reviewQuery(review._id))
  const fileOf = ({ file }: Comment) => page.data?.files.find(({ _id }) => _id === file)
  const make = useMakeTasks()
  const [keys] = useState(() => new Map<string, string>())
  const [chosen, setChosen] = useState<readonly string[]>([])
  const title = useRef<HTMLParagraphElement>(null)
  // The button that opened this is gone.
  useEffect(() => title.current?.focus(), [])

  const all = comments.data?.comments.filter((comment) => !comment.deleted) ?? []
  const makeable = all.filter(({ _id, can }) => can.resolve && !links.data?.[_id])
  const failed = comments.isError ? comments : links.isError ? links : null
  const toggle = (id: string) =>
    setChosen((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id]))
  const keyOf = (id: string) => {
    const key = keys.get(id) ?? uuid()
    keys.set(id, key)
    return key
  }
  const submit = () => {
    if (make.isPending) return
    const wanted = makeable.filter(({ _id }) => chosen.includes(_id))
    const origins = wanted.map(({ _id }) => ({ key: keyOf(_id), comment: _id, review: review._id }))
    make.mutate({ workspace: workspaceId, comments: origins }, { onSuccess: onDone })
  }
  const areAll = makeable.length > 0 && chosen.length === makeable.length
  return (
    <div className={classes.root}>
      <p className={classes.text} ref={title} tabIndex={-1}>
        Each becomes a task under To do, named after its first words. Completing a task resolves its comment
        in your name, and vice versa.
      </p>
      {failed && <LoadError what="The comments" onRetry={() => void failed.refetch()} />}
      {!failed && (!comments.data || !links.data) && (
        <Skeleton height={200} role="status" aria-label="Loading" />
      )}
      {!failed && comments.data && links.data && (
        <>
          {makeable.length > 1 && (
            <Checkbox
              label={areAll ? 'Select none' : `Select all ${makeable.length}`}
              checked={areAll}
              indeterminate={chosen.length > 0 && !areAll}
              onChange={() => setChosen(areAll ? [] : makeable.map(({ _id }) => _id))}
            />
          )}
          {all.length === 0 && <p className={classes.text}>All comments in this review are resolved.</p>}
          <ul aria-label="Open comments" className={classes.list}>
            {all.map((comment) => (
              <li key={comment._id} className={classes.comment}>
                <Checkbox
                  checked={chosen.includes(comment._id)}
                  disabled={!makeable.includes(comment)}
                  label={wordsOf(comment)}
                  description={factsOf(comment, fileOf(comment), links.data[comment._id])}
                  onChange={() => toggle(comment._id)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {make.isError && (
        <p role="alert" className={classes.error}>
          {messageForError(make.error)}
        </p>
      )}
      <div className={classes.end}>
        <Button variant="default" onClick={onBack}>
          Another review
        </Button>
        <Button loading={make.isPending} disabled={chosen.length === 0} onClick={submit}>
          {chosen.length === 0 ? 'Create tasks' : `Create ${formatCount(chosen.length, 'task')}`}
        </Button>
      </div>
    </div>
  )
}

const shownMax = 160

function wordsOf({ message, files }: Comment): string {
  const words = message.trim()
  if (words === '') return formatCount(files.length, 'attachment')
  return shorten(words, shownMax)
}

function factsOf(
  { number, marker, author, can }: Comment,
  file: File | undefined,
  link: TaskLink | undefined,
): string {
  const pin = number === null ? 'Whole file' : `Pin ${number}`
  const page = marker && (file?.pages?.length ?? 0) > 1 ? `Page ${marker.page}` : null
  const why = link
    ? link.task
      ? `Already task #${link.task.number}`
      : `Already a task${link.state ? `, ${stateNames[link.state].toLowerCase()}` : ''}`
    : can.resolve
      ? null
      : 'Only its author, editors and the owner can turn it into a task'
  return [file?.name ?? null, page, pin, authorName(author), why].filter((part) => part !== null).join(' · ')
}

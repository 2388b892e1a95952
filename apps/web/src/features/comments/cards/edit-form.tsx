import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Comment, Reply } from '@wingmark/contract/comments'
import { isBlank } from '@wingmark/contract/is-blank'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { emptyMessage } from '#web/features/comments/composer/compose-state'
import { GrowingText } from '#web/features/comments/composer/growing-text'
import classes from '#web/features/comments/composer/message-form.module.css'
import { useEditComment, useEditReply, wholeQuery } from '#web/features/comments/queries'
import { messageForError } from '#web/lib/error-toast'

type Props = { reviewId: string; comment: Comment | Reply; onDone: () => void }

/** The words of a comment or reply, to be changed in place; all of them are fetched first. */
export function EditForm({ reviewId, comment, onDone }: Props) {
  const { data, error, refetch, isFetching } = useQuery(wholeQuery(reviewId, comment))
  if (data) return <LoadedForm reviewId={reviewId} comment={data} onDone={onDone} />
  return (
    <div className={classes.form} role="group" aria-label="Edit" aria-busy={isFetching}>
      {error ? (
        <p role="alert" className={classes.error}>
          {messageForError(error) ?? 'The message could not be loaded.'}
        </p>
      ) : (
        <Skeleton height={40} />
      )}
      <div className={classes.actions}>
        <span className={classes.hint} />
        <Button variant="subtle" color="gray" size="xs" onClick={onDone}>
          Cancel
        </Button>
        {error && (
          <Button size="xs" loading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        )}
      </div>
    </div>
  )
}

function LoadedForm({ reviewId, comment, onDone }: Props) {
  const editComment = useEditComment(reviewId)
  const editReply = useEditReply(reviewId)
  const isReply = 'comment' in comment
  const { isPending, error } = isReply ? editReply : editComment
  const [text, setText] = useState(comment.message)
  const [problem, setProblem] = useState<string | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
  }, [])

  const save = () => {
    if (isPending) return
    const message = text.trim()
    if (message === comment.message) return onDone()
    if (isBlank(message) && comment.files.length === 0) return setProblem(emptyMessage)
    const variables = { id: comment._id, message }
    if (isReply) editReply.mutate(variables, { onSuccess: onDone })
    else editComment.mutate(variables, { onSuccess: onDone })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onDone()
  }

  const words = problem ?? (error ? messageForError(error) : null)
  return (
    <div className={classes.form} onKeyDown={onKeyDown} role="group" aria-label="Edit">
      <GrowingText
        ref={field}
        value={text}
        onChange={setText}
        onPaste={() => {}}
        isReadOnly={isPending}
        label="Edit the message"
        placeholder="Message"
      />
      {words && (
        <p role="alert" className={classes.error}>
          {words}
        </p>
      )}
      <div className={classes.actions}>
        <span className={classes.hint} />
        <Button variant="subtle" color="gray" size="xs" onClick={onDone}>
          Cancel
        </Button>
        <Button size="xs" onClick={save} loading={isPending}>
          Save
        </Button>
      </div>
    </div>
  )
}

import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Comment, Reply } from '@wingmark/contract/comments'
import { messageMax } from '@wingmark/contract/limits'
import { useState } from 'react'
import { EditWords } from '#web/features/comments/cards/edit-words'
import classes from '#web/features/comments/composer/message-form.module.css'
import { draftSlots } from '#web/features/comments/outbox/comment-target'
import { readDraft } from '#web/features/comments/outbox/drafts'
import { isConflict, useEdit, wholeQuery } from '#web/features/comments/queries'
import { isPassing } from '#web/lib/api-error'
import { messageForError } from '#web/lib/error-toast'

type Props = {
  reviewId: string
  comment: Comment | Reply
  /** Takes the text if the server is unreachable or has a newer one; `editedAt` of the original. */
  onWait: (message: string, editedAt: string | null) => void
  onDone: () => void
}

/** Edits a comment or reply in place; fetches its whole text first. */
export function EditForm({ reviewId, comment, onWait, onDone }: Props) {
  const { data, error, refetch, isFetching } = useQuery(wholeQuery(reviewId, comment))
  if (data) return <LoadedForm reviewId={reviewId} comment={data} onWait={onWait} onDone={onDone} />
  return (
    <div className={classes.form} role="group" aria-label="Edit" aria-busy={isFetching}>
      {error ? (
        <p role="alert" className={classes.error}>
          {messageForError(error) ?? 'The message couldn’t be loaded.'}
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

function LoadedForm({ reviewId, comment, onWait, onDone }: Props) {
  const { mutate, isPending, error } = useEdit(reviewId)
  const slot = draftSlots.edit(reviewId, comment._id)
  // A fetch may bring another device's text. A draft based on another version is shown beside it.
  const [editedAt] = useState(() => {
    const { base } = readDraft(slot)
    return base && base.text !== comment.message ? null : (comment.editedAt ?? null)
  })
  const save = (message: string, saved: () => void) =>
    mutate(
      { id: comment._id, isReply: 'comment' in comment, message, editedAt },
      {
        onSuccess: saved,
        onError(failure) {
          if (!isPassing(failure) && !isConflict(failure)) return
          onWait(message, editedAt)
          saved()
        },
      },
    )
  return (
    <EditWords
      text={comment.message}
      slot={slot}
      max={messageMax}
      hasFiles={comment.files.length > 0}
      isSaving={isPending}
      error={error}
      onSave={save}
      onDone={onDone}
    />
  )
}

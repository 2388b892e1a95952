import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Comment, Reply } from '@wingmark/contract/comments'
import { messageMax } from '@wingmark/contract/limits'
import { EditWords } from '#web/features/comments/cards/edit-words'
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
  const save = (message: string) => {
    const variables = { id: comment._id, message }
    if (isReply) editReply.mutate(variables, { onSuccess: onDone })
    else editComment.mutate(variables, { onSuccess: onDone })
  }
  return (
    <EditWords
      text={comment.message}
      max={messageMax}
      hasFiles={comment.files.length > 0}
      isSaving={isPending}
      error={error}
      onSave={save}
      onDone={onDone}
    />
  )
}

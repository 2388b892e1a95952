import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Comment, Reply } from '@wingmark/contract/comments'
import { MessageText } from '#web/features/comments/cards/message-text'
import { wholeQuery } from '#web/features/comments/queries'
import { messageForError } from '#web/lib/error-toast'
import classes from './message-text.module.css'

type Props = {
  reviewId: string
  comment: Comment | Reply
  /** Shows only some lines, as in a list. */
  isClamped?: boolean
}

/** The text of a comment or reply; a very long one begins cut, with the rest on request. */
export function WholeMessage({ reviewId, comment, isClamped = false }: Props) {
  const client = useQueryClient()
  // No observer: it would cache today's text for tomorrow's edit form.
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => client.fetchQuery(wholeQuery(reviewId, comment)),
    meta: { shown: true },
  })
  const hasMore = comment.isCut && !isClamped
  return (
    <>
      <MessageText
        text={hasMore ? `${comment.message}…` : comment.message}
        isCut={isClamped}
        mentions={comment.mentionNames}
      />
      {hasMore && (
        <Button
          className={classes.more}
          size="compact-xs"
          variant="subtle"
          loading={isPending}
          onClick={() => mutate()}
        >
          Show full message
        </Button>
      )}
      {hasMore && error && <p role="alert">{messageForError(error)}</p>}
    </>
  )
}

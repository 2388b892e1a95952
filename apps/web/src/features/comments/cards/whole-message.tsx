import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Comment, Reply } from '@wingmark/contract/comments'
import { MessageText } from '#web/features/comments/cards/message-text'
import { wholeQuery } from '#web/features/comments/queries'
import { messageForError } from '#web/lib/error-toast'
import classes from './message-text.module.css'

type Props = {
  reviewId: string
  comment: Comment | Reply
  /** Shows some lines only, as in a list. */
  isClamped?: boolean
}

/** The words of a comment or reply; of a very long one the beginning, and the rest when asked for. */
export function WholeMessage({ reviewId, comment, isClamped = false }: Props) {
  const { refetch, isFetching, error } = useQuery({ ...wholeQuery(reviewId, comment), enabled: false })
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
          loading={isFetching}
          onClick={() => void refetch()}
        >
          Show the whole message
        </Button>
      )}
      {hasMore && error && <p role="alert">{messageForError(error)}</p>}
    </>
  )
}

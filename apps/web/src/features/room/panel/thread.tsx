import { Button } from '@mantine/core'
import type { Comment, Reply } from '@wingmark/contract/comments'
import { useRef, useState } from 'react'
import { AuthorLine } from '#web/features/comments/cards/author-line'
import { CommentMenu } from '#web/features/comments/cards/comment-menu'
import { EditForm } from '#web/features/comments/cards/edit-form'
import { WholeMessage } from '#web/features/comments/cards/whole-message'
import { MessageForm } from '#web/features/comments/composer/message-form'
import type { CommentItem } from '#web/features/comments/outbox/comment-changes'
import { draftSlots, isSameReply } from '#web/features/comments/outbox/comment-target'
import { useMoreReplies } from '#web/features/comments/queries'
import { comingReply } from '#web/features/room/panel/coming-comment'
import { ChangesOf, OnItsWay } from '#web/features/room/panel/comment-delivery'
import { ReactButton } from '#web/features/room/panel/react-button'
import { Reactions } from '#web/features/room/panel/reactions'
import { useCommentActions } from '#web/features/room/panel/use-comment-actions'
import { ViewedAttachments } from '#web/features/room/panel/viewed-attachments'
import { WritingLine } from '#web/features/room/panel/writing-line'
import { cardKeyOf, hasCard } from '#web/features/room/state/card-keys'
import { useIsComposerThere, useWhyClosed } from '#web/features/room/state/closed-composers'
import { useCommand } from '#web/features/room/state/commands'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { useIsUnread, useReviewData } from '#web/features/room/state/room-data'
import { messageForError } from '#web/lib/error-toast'
import { formatCount } from '#web/lib/format'
import { useStore } from '#web/lib/store'
import classes from './comment.module.css'

/** The selected comment's replies, the pending ones, and a field for a new one. */
export function Thread({ comment }: { comment: Comment }) {
  const { reviewId, outbox, composer } = useRoom()
  const { review } = useReviewData()
  const actions = useCommentActions()
  const slot = draftSlots.reply(reviewId, comment._id)
  const closed = useWhyClosed()
  const isComposerThere = useIsComposerThere(slot, closed !== null)
  const thread = useRef<HTMLDivElement>(null)
  useCommand('reply', () => thread.current?.querySelector<HTMLElement>('[data-composer] textarea')?.focus())
  useCommand('resolve', () => {
    if (comment.can.resolve && !comment.deleted) actions.toggleStatus(comment)
  })
  const sending = useStore(outbox.store, (state) => state)
  const pending = sending.filter(
    ({ target, ...item }) =>
      target.kind === 'reply' &&
      target.comment === comment._id &&
      !hasCard(item.key) &&
      !comment.replies.some((reply) => reply.createdAt >= item.at && isSameReply({ ...item, target }, reply)),
  )
  const { replies, repliesCursor } = comment
  // Live replies come after those not loaded yet.
  const isBefore = (reply: Reply) => repliesCursor === null || reply._id <= repliesCursor
  const item = (reply: Reply, onItsWay: CommentItem | null = null) => (
    <ReplyItem key={cardKeyOf(reply._id)} reply={reply} item={onItsWay} fileId={comment.file} />
  )
  // A flat list, so that a pending reply keeps its element once stored.
  const items = [
    ...replies.filter(isBefore).map((reply) => item(reply)),
    repliesCursor !== null && <MoreReplies key="more" comment={comment} />,
    ...replies.filter((reply) => !isBefore(reply)).map((reply) => item(reply)),
    ...pending.map((one) => item(comingReply(one, comment._id), one)),
  ]
  return (
    <div ref={thread} className={classes.thread} data-thread={comment._id}>
      {comment.replyCount + pending.length > 0 && (
        <ol className={classes.replies} aria-label="Replies">
          {items}
        </ol>
      )}
      <WritingLine comment={comment._id} fileId={comment.file} />
      {(comment.can.reply || (closed !== null && isComposerThere)) && (
        <MessageForm
          place={composer}
          slot={slot}
          closed={closed}
          label="Reply"
          placeholder="Reply…"
          submit="Reply"
          answers={review.readByAi ? comment._id : undefined}
          onLeave={() => thread.current?.closest('li')?.focus({ preventScroll: true })}
          onSend={(content) =>
            outbox.send({
              ...content,
              target: { kind: 'reply', file: comment.file, comment: comment._id },
            })
          }
        />
      )}
    </div>
  )
}

function MoreReplies({ comment }: { comment: Comment }) {
  const { reviewId } = useRoom()
  const { mutate, isPending, error } = useMoreReplies(reviewId)
  const count = Math.max(1, comment.replyCount - comment.replies.length)
  return (
    <li className={classes.reply}>
      <Button size="compact-xs" variant="default" loading={isPending} onClick={() => mutate(comment)}>
        Show {formatCount(count, 'more reply', 'more replies')}
      </Button>
      {error && <p role="alert">{messageForError(error)}</p>}
    </li>
  )
}

type ReplyProps = {
  reply: Reply
  /** Its outbox item, while pending or refused. */
  item: CommentItem | null
  fileId: string
}

function ReplyItem({ reply, item, fileId }: ReplyProps) {
  const { reviewId } = useRoom()
  const actions = useCommentActions()
  const isFresh = useRoomState((state) => state.fresh.includes(reply._id))
  const isUnread = useIsUnread([reply])
  const [isEditing, setEditing] = useState(false)
  return (
    <li className={classes.reply} data-fresh={isFresh} data-pending={item?.state}>
      <AuthorLine
        author={item ? { name: reply.author.name, kind: 'USER' } : reply.author}
        at={reply.createdAt}
        isEdited={reply.editedAt !== undefined}
        isNew={!item && isUnread}
      >
        {!item && (
          <span className={classes.actions}>
            {reply.can.react && <ReactButton of={reply} fileId={fileId} />}
            <CommentMenu
              onCopy={null}
              onEdit={reply.can.edit ? () => setEditing(true) : null}
              onDelete={reply.can.delete ? () => actions.removeReply(reply) : null}
            />
          </span>
        )}
      </AuthorLine>
      {isEditing ? (
        <EditForm
          reviewId={reviewId}
          comment={reply}
          onWait={(message, editedAt) => actions.editLater(reply, message, editedAt)}
          onDone={() => setEditing(false)}
        />
      ) : (
        <WholeMessage reviewId={reviewId} comment={reply} />
      )}
      <ViewedAttachments files={reply.files} />
      <Reactions of={reply} fileId={fileId} />
      {item ? <OnItsWay item={item} /> : <ChangesOf of={reply} />}
    </li>
  )
}

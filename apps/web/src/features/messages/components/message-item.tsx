import { VisuallyHidden } from '@mantine/core'
import { directMessageMax, messageEditMinutes } from '@wingmark/contract/limits'
import type { DirectMessage } from '@wingmark/contract/messages'
import { useEffect, useState } from 'react'
import { Attachments } from '#web/features/comments/cards/attachments'
import { CommentMenu } from '#web/features/comments/cards/comment-menu'
import { EditWords } from '#web/features/comments/cards/edit-words'
import { MessageText } from '#web/features/comments/cards/message-text'
import { useEditMessage } from '#web/features/messages/queries'
import { formatClock } from '#web/lib/format'
import classes from './message.module.css'

type Props = {
  message: DirectMessage
  name: string
  /** From a stranger: its links are plain text. */
  isRequest: boolean
  /** The other person has read up to here. */
  isSeen: boolean
  /** The search result. */
  isSought: boolean
  /** The next one is by the same person, within minutes. */
  isJoined: boolean
  onDelete: () => void
}

const editMs = messageEditMinutes * 60_000

export function MessageItem({ message, name, isRequest, isSeen, isSought, isJoined, onDelete }: Props) {
  const [isEditing, setEditing] = useState(false)
  const { isOwn, can, deleted, createdAt, editedAt } = message
  const canEdit = useIsFresh(createdAt) && can.edit
  return (
    <li
      className={classes.item}
      data-own={isOwn || undefined}
      data-joined={isJoined || undefined}
      data-sought={isSought || undefined}
      tabIndex={isSought ? -1 : undefined}
    >
      <VisuallyHidden>{isOwn ? 'You' : name}: </VisuallyHidden>
      <div className={classes.line}>
        <div className={classes.bubble} data-editing={isEditing || undefined}>
          {deleted && <p className={classes.tombstone}>This message was deleted.</p>}
          {isEditing && <EditMessage message={message} onDone={() => setEditing(false)} />}
          {!deleted && !isEditing && <MessageText text={message.message} hasLinks={!isRequest || isOwn} />}
          <Attachments files={message.files} />
        </div>
        {!isEditing && can.delete && (
          <span className={classes.actions}>
            <CommentMenu onCopy={null} onEdit={canEdit ? () => setEditing(true) : null} onDelete={onDelete} />
          </span>
        )}
      </div>
      {(!isJoined || editedAt !== undefined || isSeen) && (
        <p className={classes.meta}>
          <time dateTime={createdAt} title={new Date(createdAt).toLocaleString()}>
            {formatClock(createdAt)}
          </time>
          {editedAt !== undefined && !deleted && ' · edited'}
          {isSeen && ' · Seen'}
        </p>
      )}
    </li>
  )
}

/** Older messages cannot be corrected. */
function useIsFresh(createdAt: string): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const left = Date.parse(createdAt) + editMs - Date.now()
    const timer = setTimeout(() => setOver(true), Math.max(0, left))
    return () => clearTimeout(timer)
  }, [createdAt])
  return !isOver
}

function EditMessage({ message, onDone }: { message: DirectMessage; onDone: () => void }) {
  const { mutate, isPending, error } = useEditMessage()
  return (
    <EditWords
      text={message.message}
      slot={`message.edit.${message._id}`}
      max={directMessageMax}
      hasFiles={message.files.length > 0}
      isSaving={isPending}
      error={error}
      onSave={(words, saved) => mutate({ id: message._id, message: words }, { onSuccess: saved })}
      onDone={onDone}
    />
  )
}

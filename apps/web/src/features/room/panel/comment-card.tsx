import { ActionIcon, Checkbox } from '@mantine/core'
import { IconCheck, IconRotate } from '@tabler/icons-react'
import type { Comment } from '@wingmark/contract/comments'
import { type MouseEvent, memo, useEffect, useEffectEvent, useRef, useState } from 'react'
import { AuthorLine } from '#web/features/comments/cards/author-line'
import { CommentMenu } from '#web/features/comments/cards/comment-menu'
import { EditForm } from '#web/features/comments/cards/edit-form'
import { WholeMessage } from '#web/features/comments/cards/whole-message'
import type { CommentItem } from '#web/features/comments/outbox/comment-changes'
import { ChangesOf, OnItsWay } from '#web/features/room/panel/comment-delivery'
import { CommentFacts } from '#web/features/room/panel/comment-facts'
import { labelOf, waitingLabelOf } from '#web/features/room/panel/comment-label'
import { badgeKind, PinBadge } from '#web/features/room/panel/pin-badge'
import { ReactButton } from '#web/features/room/panel/react-button'
import { Reactions } from '#web/features/room/panel/reactions'
import { TaskChip, useTaskLink } from '#web/features/room/panel/task-chip'
import { Thread } from '#web/features/room/panel/thread'
import { useCommentActions } from '#web/features/room/panel/use-comment-actions'
import { useMayMakeTask } from '#web/features/room/panel/use-make-task'
import { ViewedAttachments } from '#web/features/room/panel/viewed-attachments'
import { choiceOf } from '#web/features/room/state/choice'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { useIsUnread, useShownVersion } from '#web/features/room/state/room-data'
import { isKey } from '#web/lib/keys'
import { useFocusNeighbour } from '#web/ui/use-focus-neighbour'
import { useIsPhone } from '#web/ui/use-is-phone'
import classes from './comment.module.css'

type Props = {
  comment: Comment
  /** Its outbox item, while pending or refused. */
  item: CommentItem | null
  pages: number
  /** Its file and page, if no heading says so. */
  where: string | null
}

/** A comment of the list; selected, it opens its thread. */
export const CommentCard = memo(function CommentCard({ comment, item, pages, where }: Props) {
  const { reviewId, store } = useRoom()
  const isSelected = useRoomState((state) => state.selected === comment._id)
  const isLit = useRoomState((state) => state.hovered === comment._id)
  const isFresh = useRoomState((state) => state.fresh.includes(comment._id))
  const picked = useRoomState((state) => state.picked && state.picked.includes(comment._id))
  const mayMake = useMayMakeTask(comment)
  const [isEditing, setEditing] = useState(false)
  const actions = useCommentActions()
  const card = useRef<HTMLLIElement>(null)
  useRevealInList(card, isSelected)
  useRevealSent(card, item !== null)
  const focus = useFocusNeighbour(card)
  const choose = useChoosing(comment, item)
  const pick = () => store.dispatch({ do: 'pickOne', id: comment._id })
  const open = () => {
    if (picked === null && !isSelected) choose()
    if (picked !== null && mayMake) pick()
  }
  const onClick = (event: MouseEvent) => {
    const isControl =
      event.target instanceof Element && event.target.closest('a, button, textarea, input, [role="menu"]')
    // A dialog over the room is not part of the card.
    if (isControl || !(event.target instanceof Node && event.currentTarget.contains(event.target))) return
    open()
  }
  const task = useTaskLink(comment)
  // When open, its replies have their own marks.
  const isUnread = useIsUnread(isSelected ? [comment] : [comment, ...comment.replies])
  const kind = badgeKind(comment, pages)

  return (
    <li
      ref={card}
      tabIndex={-1}
      className={classes.card}
      data-pending={item?.state}
      data-selected={isSelected}
      data-lit={isLit}
      data-fresh={isFresh}
      data-status={comment.status}
      {...focus}
      onClick={onClick}
      onKeyDown={(event) => {
        if (isKey(event, 'Enter') && event.target === event.currentTarget) open()
      }}
      onMouseEnter={() => store.dispatch({ do: 'hover', id: comment._id })}
      onMouseLeave={() => store.dispatch({ do: 'hover', id: null })}
    >
      {picked !== null && (
        <Checkbox
          size="xs"
          className={classes.pick}
          checked={picked}
          disabled={!mayMake}
          aria-label={`Select: ${labelOf(comment, kind === 'lost')}`}
          onChange={pick}
        />
      )}
      <button
        type="button"
        className={classes.open}
        aria-label={item ? waitingLabelOf(comment) : labelOf(comment, kind === 'lost')}
        aria-expanded={isSelected}
        onClick={choose}
      >
        <PinBadge number={comment.number} kind={kind} color={item ? null : comment.author.color} />
      </button>
      <div className={classes.body}>
        {comment.deleted ? (
          <p className={classes.tombstone}>This comment was deleted.</p>
        ) : (
          <AuthorLine
            author={item ? { name: comment.author.name, kind: 'USER' } : comment.author}
            at={comment.createdAt}
            isEdited={comment.editedAt !== undefined}
            isNew={!item && isUnread}
          >
            {!item && (
              <CardActions comment={comment} isSelected={isSelected} onEdit={() => setEditing(true)} />
            )}
          </AuthorLine>
        )}
        {isEditing ? (
          <EditForm
            reviewId={reviewId}
            comment={comment}
            onWait={(message, editedAt) => actions.editLater(comment, message, editedAt)}
            onDone={() => setEditing(false)}
          />
        ) : (
          <WholeMessage reviewId={reviewId} comment={comment} isClamped={!isSelected} />
        )}
        <ViewedAttachments files={comment.files} />
        <Reactions of={comment} fileId={comment.file} />
        <CommentFacts comment={comment} where={where} isLost={kind === 'lost'} isSelected={isSelected} />
        {item ? <OnItsWay item={item} /> : <ChangesOf of={comment} />}
        {task && <TaskChip link={task} />}
        {isSelected && <Thread comment={comment} />}
      </div>
    </li>
  )
})

/** A pending comment clicked meanwhile is selected once stored, unless the user has moved on. */
function useChoosing(comment: Comment, item: CommentItem | null): () => void {
  const { store } = useRoom()
  const isWanted = useRef(false)
  const choose = () => store.dispatch({ do: 'choose', comment: choiceOf(comment), from: 'list' })
  const chooseNow = useEffectEvent(choose)
  useEffect(() => {
    if (item?.state === 'sending' || !isWanted.current) return
    isWanted.current = false
    const { selected, mark } = store.get()
    if (!item && selected === null && mark === null) chooseNow()
  }, [item, store])
  return () => {
    if (!item) return choose()
    isWanted.current = item.state === 'sending'
    if (isWanted.current) store.dispatch({ do: 'unchoose' })
  }
}

type ActionsProps = { comment: Comment; isSelected: boolean; onEdit: () => void }

function CardActions({ comment, isSelected, onEdit }: ActionsProps) {
  const { isOnDevice, store, commands } = useRoom()
  const page = useRoomState((state) => state.page)
  const shown = useShownVersion()
  const isHere = comment.marker?.page === page && comment.version === shown
  // Fingers drag it instead.
  const mayMove = !useIsPhone() && comment.can.edit && isHere
  const actions = useCommentActions()
  const isResolved = comment.status === 'RESOLVED'
  const mayMake = useMayMakeTask(comment)
  return (
    <span className={classes.actions}>
      {comment.can.resolve && (
        <ActionIcon
          size={26}
          className={classes.resolve}
          data-done={isResolved}
          aria-label={isResolved ? 'Reopen' : 'Resolve'}
          title={isResolved ? 'Reopen' : 'Resolve'}
          onClick={() => actions.toggleStatus(comment)}
        >
          {isResolved ? <IconRotate size={16} /> : <IconCheck size={16} />}
        </ActionIcon>
      )}
      {isSelected && comment.can.react && <ReactButton of={comment} fileId={comment.file} hasKey />}
      {isSelected && (
        <CommentMenu
          onCopy={isOnDevice ? null : () => actions.copyLink(comment)}
          onTask={mayMake ? () => store.dispatch({ do: 'make', comments: [comment._id] }) : null}
          onEdit={comment.can.edit ? onEdit : null}
          onMove={mayMove ? () => commands.run('move') : null}
          onDelete={comment.can.delete ? () => actions.remove(comment) : null}
        />
      )}
    </span>
  )
}

/** Scrolls to what the user has just written. */
function useRevealSent(card: React.RefObject<HTMLLIElement | null>, isSent: boolean): void {
  const [isNew] = useState(isSent)
  useEffect(() => {
    if (isNew) card.current?.scrollIntoView({ block: 'nearest' })
  }, [card, isNew])
}

function useRevealInList(card: React.RefObject<HTMLLIElement | null>, isSelected: boolean): void {
  const reveal = useRoomState((state) => (isSelected ? state.reveal : null))
  useEffect(() => {
    if (reveal) card.current?.scrollIntoView({ block: 'nearest' })
  }, [card, reveal])
}

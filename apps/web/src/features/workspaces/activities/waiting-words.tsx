import type { TimelineItem } from '@wingmark/contract/timelines'
import { Delivery } from '#web/features/comments/cards/delivery'
import { MessageText } from '#web/features/comments/cards/message-text'
import { emptyDraft, giveBack } from '#web/features/comments/outbox/drafts'
import type { Outbox } from '#web/features/comments/outbox/outbox'
import { notEnded } from '#web/features/comments/outbox/outbox-state'
import type { WaitingWords } from '#web/features/workspaces/activities/timeline-outbox'
import { slotOfTimeline, type TimelineOf } from '#web/features/workspaces/activities/timeline-queries'
import type { TimelineTarget } from '#web/features/workspaces/activities/write-on-timeline'
import { toastError } from '#web/lib/toast'
import { Face } from '#web/ui/face'
import classes from './timeline.module.css'

type Props = { workspaceId: string; outbox: Outbox<TimelineTarget>; items: readonly WaitingWords[] }

/** The user's messages until the server has them, newest first. */
export function WaitingWordsList({ workspaceId, outbox, items }: Props) {
  return (
    <ol className={classes.lines} aria-label="Sending">
      {items.toReversed().map((item) => (
        <li key={item.key} className={classes.line} data-message>
          <Face connectionId={item.writer} name={item.author} src={null} size={26} />
          <div className={classes.words}>
            <p className={classes.head}>
              <strong>{item.author}</strong>
            </p>
            <MessageText text={item.message} mentions={item.mentioned.map(({ name }) => name)} />
            <Delivery outbox={outbox} item={item} onEdit={() => writeOn(workspaceId, outbox, item)} />
          </div>
        </li>
      ))}
    </ol>
  )
}

function writeOn(
  workspaceId: string,
  outbox: Outbox<TimelineTarget>,
  { key, target, message, mentioned }: WaitingWords,
): void {
  if (giveBack(slotOfTimeline(workspaceId, target), { ...emptyDraft, text: message, mentioned, key }))
    outbox.discard(key)
  else toastError('Something else is still being sent. Try again once it has been sent.')
}

/** Items of this timeline, without those that arrived live before their answer. */
export function waitingOn(
  of: TimelineOf,
  items: readonly WaitingWords[],
  shown: readonly TimelineItem[],
): WaitingWords[] {
  const isHere = ({ target }: WaitingWords) =>
    'task' in of ? 'task' in target && target.task === of.task : true
  const isThere = ({ state, writer, at, message }: WaitingWords) =>
    state === 'sending' &&
    shown.some((one) => one.actor._id === writer && one.createdAt >= at && one.message === message.trim())
  return items.filter((item) => notEnded(item) && isHere(item) && !isThere(item))
}

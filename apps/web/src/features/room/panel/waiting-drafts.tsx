import { Button } from '@mantine/core'
import type { Comment } from '@wingmark/contract/comments'
import { useEffect, useState } from 'react'
import { parseSlot } from '#web/features/comments/outbox/comment-target'
import { takeLeftDrafts } from '#web/features/comments/outbox/drafts'
import { hasIdentity } from '#web/features/comments/outbox/guest-identity'
import { type StayedDraft, useSendDrafts, useUnsentDrafts } from '#web/features/room/panel/use-send-drafts'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { useShownVersion } from '#web/features/room/state/room-data'
import { toastForError } from '#web/lib/error-toast'
import { formatCount } from '#web/lib/format'
import classes from './panel.module.css'

/** Sends all unsent drafts at once. What cannot go stays, and says why. */
export function WaitingDrafts({ comments }: { comments: readonly Comment[] }) {
  const { reviewId, store, composer } = useRoom()
  const drafts = useUnsentDrafts()
  useEffect(() => void takeLeftDrafts(`${reviewId}.`), [reviewId])
  const sendDrafts = useSendDrafts(comments)
  const [stayed, setStayed] = useState<readonly StayedDraft[]>([])
  const left = stayed.filter((one) => drafts.some(({ slot }) => slot === one.slot))
  // The first comment asks unnamed writers for their name.
  const isKnown = composer.writer !== undefined || hasIdentity()
  const shown = useShownVersion()
  const fileId = useRoomState((state) => state.fileId)
  const others = drafts
    .map(({ slot }) => parseSlot(reviewId, slot))
    .filter((about) => about?.kind !== 'reply' && about?.id === fileId && about.version !== shown)
  const elsewhere = [...new Set(others.map((about) => about?.version ?? 1))]
  const isSendable = isKnown && (drafts.length > 1 || left.length > 0)
  if (!isSendable && elsewhere.length === 0) return null

  const sendAll = async () => setStayed(await sendDrafts(drafts))

  return (
    <div className={classes.drafts} role="group" aria-label="Unsent comments">
      <span>{formatCount(drafts.length, 'unsent comment')}</span>
      {elsewhere.map((version) => (
        <Button
          key={version}
          size="compact-xs"
          variant="default"
          title="You have an unsent comment on this version"
          onClick={() => store.dispatch({ do: 'showVersion', number: version })}
        >
          Show version {version}
        </Button>
      ))}
      {isSendable && (
        <Button
          size="compact-xs"
          variant="default"
          title="Send everything you have written in this review"
          onClick={() => void sendAll().catch(toastForError)}
        >
          Send all
        </Button>
      )}
      {left.map(({ slot, reason }) => (
        <p key={slot} role="alert">
          {reason}
        </p>
      ))}
    </div>
  )
}

import { Button } from '@mantine/core'
import type { Comment } from '@wingmark/contract/comments'
import { useEffect, useState } from 'react'
import { composeProblem, startCompose } from '#web/features/comments/composer/compose-state'
import { stillMentioned } from '#web/features/comments/composer/mention-text'
import type { CommentTarget } from '#web/features/comments/outbox/comment-changes'
import { parseSlot } from '#web/features/comments/outbox/comment-target'
import {
  type Draft,
  draftsChanged,
  draftsOf,
  emptyDraft,
  isEmptyDraft,
  keepDraft,
  readDraft,
  sendFromComposer,
  takeLeftDrafts,
} from '#web/features/comments/outbox/drafts'
import { hasIdentity } from '#web/features/comments/outbox/guest-identity'
import { useWriter } from '#web/features/comments/outbox/use-writer'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { useReviewData, useShownVersion } from '#web/features/room/state/room-data'
import { toastForError } from '#web/lib/error-toast'
import { formatCount } from '#web/lib/format'
import classes from './panel.module.css'

/** Sends all unsent drafts at once. What cannot go stays, and says why. */
export function WaitingDrafts({ comments }: { comments: readonly Comment[] }) {
  const { reviewId, store, outbox, composer } = useRoom()
  const { files } = useReviewData()
  const findWriter = useWriter()
  const [drafts, setDrafts] = useState(() => waitingIn(reviewId))
  useEffect(() => draftsChanged.subscribe(() => setDrafts(waitingIn(reviewId))), [reviewId])
  useEffect(() => void takeLeftDrafts(`${reviewId}.`), [reviewId])
  const [stayed, setStayed] = useState<readonly { slot: string; reason: string }[]>([])
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

  const targetOf = (slot: string, { marker }: Draft): CommentTarget | null => {
    const about = parseSlot(reviewId, slot)
    if (!about) return null
    const { kind, id, version } = about
    if (kind === 'general') return { kind: 'comment', file: id, type: 'GENERAL', marker: null, version }
    if (kind === 'mark') return marker && { kind: 'comment', file: id, type: 'MARKED', marker, version }
    const file = comments.find((one) => one._id === id)?.file ?? files[0]?._id ?? ''
    return { kind: 'reply', file, comment: id }
  }
  const sendAll = async () => {
    const writer = composer.writer ?? (await findWriter())
    const stay: { slot: string; reason: string }[] = []
    for (const { slot } of drafts) {
      if (sendFromComposer(slot)) continue
      // It may have been sent or changed meanwhile.
      const draft = readDraft(slot)
      const target = targetOf(slot, draft)
      const reason = target ? composeProblem(startCompose(draft)) : 'Its place on the design isn’t known.'
      if (isEmptyDraft(draft)) continue
      if (!target || reason !== null) {
        stay.push({ slot, reason: reason ?? '' })
        continue
      }
      const message = draft.text.trim()
      const mentioned = stillMentioned(message, draft.mentioned)
      outbox.send({ target, message, files: draft.files, mentioned, ...writer })
      keepDraft(slot, emptyDraft)
    }
    setStayed(stay)
  }

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

const waitingIn = (reviewId: string) =>
  draftsOf(`${reviewId}.`).filter(({ slot }) => parseSlot(reviewId, slot))

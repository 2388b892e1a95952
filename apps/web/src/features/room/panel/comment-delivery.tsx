import { Button } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import type { Comment, Reply } from '@wingmark/contract/comments'
import { errorCatalogue } from '@wingmark/contract/errors'
import { Delivery } from '#web/features/comments/cards/delivery'
import { TwoVersions } from '#web/features/comments/cards/two-versions'
import { type CommentItem, changeOf, isAbout, isChange } from '#web/features/comments/outbox/comment-changes'
import { slotOf } from '#web/features/comments/outbox/comment-target'
import { giveBack } from '#web/features/comments/outbox/drafts'
import { notEnded } from '#web/features/comments/outbox/outbox-state'
import { useRoom } from '#web/features/room/state/room-context'
import { copyWords } from '#web/lib/copy-words'
import { formatCount } from '#web/lib/format'
import { useStore } from '#web/lib/store'
import { toastError } from '#web/lib/toast'
import classes from './comment.module.css'

const busy = 'Another comment is still being sent. Try again once it has been sent.'

/** The state of a comment or reply; if refused, it can return to its composer. */
function CommentDelivery({ item }: { item: CommentItem }) {
  const { reviewId, store, outbox } = useRoom()
  const edit = () => {
    const { target } = item
    const marker = target.kind === 'comment' ? target.marker : null
    const { key, message: text, files, mentioned } = item
    const draft = { text, files, unfinished: [], marker, mentioned, key }
    if (!giveBack(slotOf(reviewId, target), draft)) return toastError(busy)
    if (marker && target.kind === 'comment') {
      const { file: fileId, version = 1 } = target
      store.dispatch({ do: 'showFile', fileId, version })
      store.dispatch({ do: 'mark', mark: { fileId, version, marker } })
    }
    outbox.discard(item.key)
  }
  const { target } = item
  return (
    <Delivery
      outbox={outbox}
      item={item}
      // A deleted comment has no composer for replies.
      onEdit={isChange(target) ? null : edit}
      what={changeOf(target).messages.waiting?.(target) ?? ''}
    />
  )
}

/** Shown for a comment or reply that the server does not have yet. */
export function OnItsWay({ item }: { item: CommentItem }) {
  return (
    <>
      {item.files.length > 0 && (
        <p className={classes.facts}>
          <IconPaperclip size={12} aria-hidden /> {formatCount(item.files.length, 'file')}
        </p>
      )}
      <CommentDelivery item={item} />
    </>
  )
}

/** Pending changes of a comment or reply. */
export function ChangesOf({ of }: { of: Comment | Reply }) {
  const { outbox } = useRoom()
  const items = useStore(outbox.store, (state) => state)
  const id = of._id
  // Changes under way show nothing; quiet ones only if refused.
  return items
    .filter(
      (item) =>
        notEnded(item) &&
        isAbout(item, id) &&
        (changeOf(item.target).isQuiet
          ? item.state === 'failed'
          : item.state !== 'sending' || item.tries > 1),
    )
    .map((item) =>
      item.target.kind === 'edit' && item.error === errorCatalogue.CONFLICT.message ? (
        <StaleEdit key={item.key} item={item} of={of} />
      ) : (
        <CommentDelivery key={item.key} item={item} />
      ),
    )
}

/** An edit of a comment that the same person changed elsewhere meanwhile. */
function StaleEdit({ item, of }: { item: CommentItem; of: Comment | Reply }) {
  const { outbox } = useRoom()
  const { key, target, ...words } = item
  if (target.kind !== 'edit') return null
  const keepMine = () => {
    outbox.discard(key)
    outbox.send({ ...words, target: { ...target, editedAt: of.editedAt ?? null } })
  }
  return (
    <TwoVersions
      title={`This ${'comment' in of ? 'reply' : 'comment'} was also changed elsewhere`}
      now={of.message}
      mine={item.message}
    >
      <Button size="compact-sm" variant="default" onClick={keepMine}>
        Keep mine
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => void copyWords(item.message)}>
        Copy
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => outbox.discard(key)}>
        Discard
      </Button>
    </TwoVersions>
  )
}

import type { Comment } from '@wingmark/contract/comments'
import {
  type ChangeTarget,
  type CommentTarget,
  changeOf,
  isChange,
  isReplaced,
} from '#web/features/comments/outbox/comment-changes'
import { useKnownWriter, useWriter, type Writer } from '#web/features/comments/outbox/use-writer'
import { useRoom } from '#web/features/room/state/room-context'
import { offerInverse as offer } from '#web/lib/changes/offer-inverse'
import { toastForError } from '#web/lib/error-toast'

/** Stores a change on the device before sending, replacing an earlier pending one; offline and closed tabs lose nothing. */
export function useEnqueue() {
  const { outbox, composer } = useRoom()
  const knownWriter = useKnownWriter()
  const findWriter = useWriter()

  const dropWaiting = (target: ChangeTarget) => {
    for (const item of outbox.store.get())
      if (item.state !== 'sending' && isReplaced(item, target)) outbox.discard(item.key)
  }
  const enqueue = (target: ChangeTarget, message = '') => {
    const add = (writer: Writer) => {
      dropWaiting(target)
      outbox.send({ target, message, files: [], mentioned: [], ...writer })
    }
    const known = composer.writer ?? knownWriter()
    if (known) add(known)
    else void findWriter().then(add, toastForError)
  }
  /** `before` is the comment as it was. */
  const offerInverse = (before: Comment, target: ChangeTarget) =>
    offer<CommentTarget, Comment>(changeOf(target), before, target, (inverse) => {
      if (isChange(inverse)) enqueue(inverse)
    })
  return { enqueue, dropWaiting, offerInverse }
}

import type { Comment } from '@wingmark/contract/comments'
import {
  type ChangeTarget,
  changeOf,
  isChange,
  isReplaced,
} from '#web/features/comments/outbox/comment-changes'
import { useKnownWriter, useWriter, type Writer } from '#web/features/comments/outbox/use-writer'
import { useRoom } from '#web/features/room/state/room-context'
import { toastForError } from '#web/lib/error-toast'
import { offerUndo } from '#web/lib/undo'

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
  const offerInverse = (before: Comment, target: ChangeTarget) => {
    const { invert, messages } = changeOf(target)
    const inverse = invert?.(before, target)
    if (inverse && isChange(inverse) && messages.done)
      offerUndo(messages.done(target), () => enqueue(inverse))
  }
  return { enqueue, dropWaiting, offerInverse }
}

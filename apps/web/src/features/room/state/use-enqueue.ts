import {
  type ChangeTarget,
  type CommentTarget,
  isAbout,
  subjectOf,
} from '#web/features/comments/outbox/comment-target'
import { useKnownWriter, useWriter, type Writer } from '#web/features/comments/outbox/use-writer'
import { useRoom } from '#web/features/room/state/room-context'
import { toastForError } from '#web/lib/error-toast'

/** Stores a change on the device before sending, replacing an earlier pending one; offline and closed tabs lose nothing. */
export function useEnqueue() {
  const { outbox, composer } = useRoom()
  const knownWriter = useKnownWriter()
  const findWriter = useWriter()

  const dropWaiting = (target: ChangeTarget) => {
    const id = subjectOf(target)
    const isReplaced = (other: CommentTarget) =>
      target.kind === 'remove' ||
      (other.kind === 'react' && target.kind === 'react'
        ? other.reaction === target.reaction
        : other.kind === target.kind)
    for (const item of outbox.store.get())
      if (item.state !== 'sending' && isAbout(item, id) && isReplaced(item.target)) outbox.discard(item.key)
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
  return { enqueue, dropWaiting }
}

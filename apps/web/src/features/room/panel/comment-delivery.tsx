import { Delivery } from '#web/features/comments/cards/delivery'
import { type CommentItem, slotOf } from '#web/features/comments/outbox/comment-target'
import { giveBack } from '#web/features/comments/outbox/drafts'
import { useRoom } from '#web/features/room/state/room-context'
import { toastError } from '#web/lib/toast'

const busy = 'Another comment is being sent from there. Try again when it is.'

/** How far a comment or reply has come; refused, it can go back to the composer that it came from. */
export function CommentDelivery({ item }: { item: CommentItem }) {
  const { reviewId, store, outbox } = useRoom()
  const edit = () => {
    const { target } = item
    const marker = target.kind === 'comment' ? target.marker : null
    const draft = { text: item.message, files: item.files, unfinished: [], marker, mentioned: item.mentioned }
    if (!giveBack(slotOf(reviewId, target), draft)) return toastError(busy)
    if (marker) store.dispatch({ do: 'mark', mark: { fileId: target.file, marker } })
    outbox.discard(item.key)
  }
  return <Delivery outbox={outbox} item={item} onEdit={edit} />
}

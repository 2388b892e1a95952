import { draftSlots } from '#web/features/comments/outbox/comment-target'
import { isEmptyDraft, readDraft } from '#web/features/comments/outbox/drafts'
import type { RoomState } from '#web/features/room/state/room-state'

/** The slot of a file's open draft; null if there is none. */
export function slotBeingWritten(
  reviewId: string,
  fileId: string,
  { mark, selected }: Pick<RoomState, 'mark' | 'selected'>,
  version?: number,
): string | null {
  if (mark?.fileId === fileId)
    return mark.finding
      ? draftSlots.finding(reviewId, mark.finding)
      : draftSlots.mark(reviewId, fileId, mark.version)
  const reply = selected && draftSlots.reply(reviewId, selected)
  if (reply && !isEmptyDraft(readDraft(reply))) return reply
  const general = draftSlots.general(reviewId, fileId, version)
  return isEmptyDraft(readDraft(general)) ? null : general
}

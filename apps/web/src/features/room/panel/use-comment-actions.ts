import { useQueryClient } from '@tanstack/react-query'
import type { Comment, Marker, Reply } from '@wingmark/contract/comments'
import { type ChangeTarget, changeOf, subjectOf } from '#web/features/comments/outbox/comment-changes'
import { removeComment, removeReply } from '#web/features/comments/queries'
import { placed } from '#web/features/room/state/placed'
import { useRoom } from '#web/features/room/state/room-context'
import { useReviewData } from '#web/features/room/state/room-data'
import { useEnqueue } from '#web/features/room/state/use-enqueue'
import { isPassing } from '#web/lib/api-error'
import { copyText } from '#web/lib/copy-text'
import { toastForError } from '#web/lib/error-toast'
import { commentPath } from '#web/lib/paths'
import { toast, toastError } from '#web/lib/toast'
import { offerUndo } from '#web/lib/undo'

/** Actions on a comment; reversible ones offer Undo instead of asking first. */
export function useCommentActions() {
  const { reviewId, store, removals, commands } = useRoom()
  const { review } = useReviewData()
  const client = useQueryClient()
  const { enqueue, dropWaiting, offerInverse } = useEnqueue()

  /** At once, or pending if the server is unreachable. */
  const removeOrWait = async (target: ChangeTarget, removeNow: () => Promise<void>) => {
    // The page may be closing: there is no time to wait.
    if (!navigator.onLine) return enqueue(target)
    try {
      dropWaiting(target)
      await removeNow()
    } catch (error) {
      if (!isPassing(error)) throw error
      enqueue(target)
    }
  }

  const removeLater = (target: ChangeTarget, path: string, removeNow: () => Promise<void>) => {
    const id = subjectOf(target)
    store.dispatch({ do: 'hide', id, isHidden: true })
    const show = () => store.dispatch({ do: 'hide', id, isHidden: false })
    const { cancel, settle } = removals.add(path, () =>
      removeOrWait(target, removeNow).then(show, (error: unknown) => {
        show()
        toastForError(error)
      }),
    )
    offerUndo(
      changeOf(target).messages.done?.(target) ?? '',
      () => {
        cancel()
        show()
      },
      settle,
    )
  }

  /** For a reply of the selected comment: the file is on screen. */
  const fileOnScreen = () => store.get().fileId ?? ''

  return {
    /** Says where its carried pin is; null: it is gone. */
    place(comment: Comment, marker: Marker | null) {
      if (!comment.carried) return
      const target = placed(comment, comment.carried, marker)
      enqueue(target)
      offerInverse(comment, target)
    },
    toggleStatus(comment: Comment) {
      const { file, _id } = comment
      const status = comment.status === 'RESOLVED' ? 'OPEN' : 'RESOLVED'
      const isChosen = store.get().selected === _id
      const target = { kind: 'status', file, comment: _id, status } as const
      enqueue(target)
      if (status === 'OPEN') return
      if (isChosen) commands.run('nextOpen')
      offerInverse(comment, target)
    },

    remove(comment: Comment) {
      store.dispatch({ do: 'unchoose' })
      const target = { kind: 'remove', file: comment.file, comment: comment._id, reply: null } as const
      removeLater(target, `/comment/api/v1/${comment._id}`, () => removeComment(reviewId, comment, client))
    },

    removeReply(reply: Reply) {
      const target = {
        kind: 'remove',
        file: fileOnScreen(),
        comment: reply.comment,
        reply: reply._id,
      } as const
      removeLater(target, `/comment/api/v1/reply/${reply._id}`, () => removeReply(reviewId, reply, client))
    },

    /** An edit that could not be sent now; `editedAt` of the original. */
    editLater(one: Comment | Reply, message: string, editedAt: string | null) {
      const place =
        'comment' in one
          ? { file: fileOnScreen(), comment: one.comment, reply: one._id }
          : { file: one.file, comment: one._id, reply: null }
      enqueue({ kind: 'edit', ...place, editedAt }, message)
    },

    /** The link that emails use; with the share code if the user came by it. */
    async copyLink(comment: Comment) {
      // Only the code may be in a link, never the token from an access key.
      const code = review.share.shareCode ?? new URLSearchParams(location.search).get('share')
      const share = review.visibility === 'UNLISTED' ? code : null
      const link = `${location.origin}${commentPath(reviewId, comment._id)}${share ? `&share=${encodeURIComponent(share)}` : ''}`
      if (await copyText(link)) toast('Link copied', 'success')
      else toastError('The link couldn’t be copied.')
    },
  }
}

import { useQueryClient } from '@tanstack/react-query'
import type { Comment, Reply } from '@wingmark/contract/comments'
import { removeComment, removeReply, useChangeStatus } from '#web/features/comments/queries'
import { useRoom } from '#web/features/room/state/room-context'
import { useReviewData } from '#web/features/room/state/room-data'
import { copyText } from '#web/lib/copy-text'
import { toastForError } from '#web/lib/error-toast'
import { commentPath } from '#web/lib/paths'
import { toast, toastError } from '#web/lib/toast'
import { offerUndo } from '#web/lib/undo'

/** What can be done with a comment; everything that can be taken back offers Undo instead of asking first. */
export function useCommentActions() {
  const { reviewId, store, removals, commands } = useRoom()
  const { review } = useReviewData()
  const client = useQueryClient()
  const status = useChangeStatus(reviewId)

  const removeLater = (id: string, what: string, path: string, commit: () => Promise<void>) => {
    store.dispatch({ do: 'hide', id, isHidden: true })
    const show = () => store.dispatch({ do: 'hide', id, isHidden: false })
    const { cancel, settle } = removals.add(path, () =>
      commit().then(show, (error: unknown) => {
        show()
        toastForError(error)
      }),
    )
    offerUndo(
      what,
      () => {
        cancel()
        show()
      },
      settle,
    )
  }

  return {
    toggleStatus(comment: Comment) {
      const isResolved = comment.status === 'RESOLVED'
      const isChosen = store.get().selected === comment._id
      status.mutate({ comment, status: isResolved ? 'OPEN' : 'RESOLVED' })
      if (isResolved) return
      if (isChosen) commands.run('nextOpen')
      offerUndo('Comment resolved', () =>
        status.mutate({ comment: { ...comment, status: 'RESOLVED' }, status: 'OPEN' }),
      )
    },

    remove(comment: Comment) {
      store.dispatch({ do: 'unchoose' })
      removeLater(comment._id, 'Comment deleted', `/comment/api/v1/${comment._id}`, () =>
        removeComment(reviewId, comment, client),
      )
    },

    removeReply(reply: Reply) {
      removeLater(reply._id, 'Reply deleted', `/comment/api/v1/reply/${reply._id}`, () =>
        removeReply(reviewId, reply, client),
      )
    },

    /** The link that mails carry too; with the share code where that is how one gets in. */
    async copyLink(comment: Comment) {
      // Only the code may go into a link, never the token that an access key gave.
      const code = review.share.shareCode ?? new URLSearchParams(location.search).get('share')
      const share = review.visibility === 'UNLISTED' ? code : null
      const link = `${location.origin}${commentPath(reviewId, comment._id)}${share ? `&share=${encodeURIComponent(share)}` : ''}`
      if (await copyText(link)) toast('Link copied', 'success')
      else toastError('The link could not be copied.')
    },
  }
}

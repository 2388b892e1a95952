import { useQueryClient } from '@tanstack/react-query'
import { liveReviewPath, type ReviewEvent } from '@wingmark/contract/live'
import { useEffect } from 'react'
import { commentKeys } from '#web/features/comments/queries'
import { taskKeys } from '#web/features/workspaces/task/task-queries'
import { callerHeaders } from '#web/lib/api'
import { openLive } from '#web/lib/live-connection'
import { useSession } from '#web/lib/session'
import { shareTokenOf } from '#web/lib/share-token'

/** Reads a comment of a review again when it or its replies change. */
export function useCommentLive(review: string, comment: string): void {
  const client = useQueryClient()
  const { token } = useSession()
  useEffect(() => {
    const readAgain = () => void client.invalidateQueries({ queryKey: commentKeys.one(comment) })
    // Its place and picture are part of the task.
    const readTasks = () => {
      for (const queryKey of [['task'], taskKeys.lists]) void client.invalidateQueries({ queryKey })
    }
    const isAbout = (event: ReviewEvent) =>
      event.event === 'reset' ||
      ('comment' in event.data && event.data.comment === comment) ||
      ('_id' in event.data && event.data._id === comment)
    return openLive<ReviewEvent>({
      path: liveReviewPath(review),
      headers: () => callerHeaders(shareTokenOf(review)),
      lastEventId: null,
      onEvent: (event) => {
        if (isAbout(event)) readAgain()
        if (event.event === 'comment.deleted' && isAbout(event)) readTasks()
      },
      // Messages from before the connection, or after access ended.
      onStatus: (status) => {
        if (status === 'open' || status === 'refused') readAgain()
        if (status === 'refused') readTasks()
      },
    })
  }, [client, review, comment, token])
}

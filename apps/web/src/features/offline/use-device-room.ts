import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { commentKeys } from '#web/features/comments/queries'
import { reviewKeys } from '#web/features/reviews/queries'
import { answerLocally } from '#web/lib/local-answers'
import { openDeviceRoom } from './device-room.ts'
import { deviceChanges, findReview } from './device-store.ts'

export type Opening = 'opening' | 'open' | 'missing'

/** While the page is open, this device answers the room's calls. */
export function useDeviceRoom(id: string): Opening {
  const client = useQueryClient()
  const [opening, setOpening] = useState<Opening>('opening')
  useEffect(() => {
    let end: (() => void) | null = null
    let isCurrent = true
    const open = async () => {
      const room = await openDeviceRoom(id)
      if (!isCurrent) return room?.close()
      if (!room) return setOpening('missing')
      const stopAnswers = answerLocally(room.answer)
      // Counters and lists follow changes, here or in another tab.
      const stopFollowing = deviceChanges.subscribe(() => {
        // Uploaded, or deleted in another tab.
        if (!findReview(id)) setOpening('missing')
        else void client.invalidateQueries({ queryKey: reviewKeys.page(id) })
      })
      end = () => {
        stopFollowing()
        stopAnswers()
        room.close()
        client.removeQueries({ queryKey: reviewKeys.page(id) })
        client.removeQueries({
          predicate: ({ queryKey: [all, file, fileId] }) =>
            all === commentKeys.all[0] && file === 'file' && String(fileId).startsWith(`${id}.`),
        })
        client.removeQueries({ queryKey: commentKeys.review(id) })
      }
      setOpening('open')
    }
    void open()
    return () => {
      isCurrent = false
      end?.()
      setOpening('opening')
    }
  }, [id, client])
  return opening
}

import type { Review, ShareChange, Visibility } from '@wingmark/contract/reviews'
import { useState } from 'react'
import { useChangeShareAccess, useChangeVisibility } from '#web/features/reviews/queries'
import { ApiError } from '#web/lib/api-error'
import type { ShareState } from './who-can-see.ts'

export type ShareSettings = {
  /** What the server has said last. */
  current: ShareState
  saving: boolean
  setVisibility: (visibility: Visibility) => void
  /** Resolves to null once it is saved, else to the sentence for its field (a toast tells the rest). */
  change: (change: ShareChange) => Promise<string | null>
}

export function useShareSettings(review: Review): ShareSettings {
  const [current, setCurrent] = useState<ShareState>({ visibility: review.visibility, share: review.share })
  const visibility = useChangeVisibility(review._id)
  const access = useChangeShareAccess(review._id)

  return {
    current,
    saving: visibility.isPending || access.isPending,
    setVisibility: (wanted) => {
      setCurrent({ ...current, visibility: wanted })
      visibility.mutate(wanted, {
        onSuccess: (saved) => setCurrent({ visibility: saved.visibility, share: saved.share }),
        onError: () => setCurrent(current),
      })
    },
    change: async (change) => {
      setCurrent((now) => ({ ...now, share: { ...now.share, ...shownAtOnce(change) } }))
      try {
        const share = await access.mutateAsync(change)
        setCurrent((now) => ({ ...now, share }))
        return null
      } catch (error) {
        setCurrent((now) => ({ ...now, share: current.share }))
        return fieldMessage(error)
      }
    },
  }
}

// Switches move when they are touched; links and keys change when the server says so.
function shownAtOnce({ access, allowDownload }: ShareChange): Partial<ShareState['share']> {
  return { ...(access && { access }), ...(allowDownload !== undefined && { allowDownload }) }
}

function fieldMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return ''
  return Object.values(error.errors)[0] ?? error.message
}

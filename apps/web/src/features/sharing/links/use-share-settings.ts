import type { ChangeShareAccessBody, Review, ShareChange, Visibility } from '@wingmark/contract/reviews'
import type { ShareLink } from '@wingmark/contract/share-links'
import { useState } from 'react'
import { useChangeShareAccess, useChangeVisibility } from '#web/features/reviews/queries'
import { useChangeLink } from '#web/features/sharing/queries'
import { ApiError } from '#web/lib/api-error'
import type { ShareState } from './who-can-see.ts'

/** Any one link. */
export type LinkSettings = {
  /** The server's last answer. */
  link: Review['share']
  saving: boolean
  /** The new value once it was switched. */
  allowDecide?: boolean | undefined
  /** Resolves to null once saved, else to the field's sentence (toasts show other errors). */
  change: (change: ShareChange) => Promise<string | null>
}

export type ShareSettings = LinkSettings & {
  visibility: Visibility
  setVisibility: (visibility: Visibility) => void
  setPlainAddress: (isOpen: boolean) => void
  /** The new value while it is being saved. */
  wantedPlainAddress: boolean | undefined
}

/** The review's visibility, its first link, and its plain address. */
export function useShareSettings(review: Review): ShareSettings {
  const [current, setCurrent] = useState<ShareState>({ visibility: review.visibility, share: review.share })
  const visibility = useChangeVisibility(review._id)
  const access = useChangeShareAccess(review._id)
  const change = async (wanted: ChangeShareAccessBody) => {
    setCurrent((now) => ({ ...now, share: { ...now.share, ...shownAtOnce(wanted) } }))
    try {
      const share = await access.mutateAsync(wanted)
      setCurrent((now) => ({ ...now, share }))
      return null
    } catch (error) {
      setCurrent((now) => ({ ...now, share: current.share }))
      return fieldMessage(error)
    }
  }

  return {
    visibility: current.visibility,
    link: current.share,
    saving: visibility.isPending || access.isPending,
    allowDecide: access.isError ? undefined : access.variables?.allowDecide,
    setVisibility: (wanted) => {
      setCurrent({ ...current, visibility: wanted })
      visibility.mutate(wanted, {
        onSuccess: (saved) => setCurrent({ visibility: saved.visibility, share: saved.share }),
        onError: () => setCurrent(current),
      })
    },
    change,
    setPlainAddress: (plainAddress) => void change({ plainAddress }),
    wantedPlainAddress: access.isPending ? access.variables.plainAddress : undefined,
  }
}

/** For any other link. */
export function useLinkSettings(reviewId: string, link: ShareLink): LinkSettings {
  const save = useChangeLink(reviewId, link._id)
  return {
    link: save.isPending ? { ...link, ...shownAtOnce(save.variables) } : link,
    saving: save.isPending,
    allowDecide: save.isPending ? save.variables.allowDecide : undefined,
    change: async (change) => {
      try {
        await save.mutateAsync(change)
        return null
      } catch (error) {
        return fieldMessage(error)
      }
    },
  }
}

// Switches move at once; links and keys change once the server answers.
function shownAtOnce({
  access,
  allowDownload,
  onlyCurrent,
}: Pick<ShareChange, 'access' | 'allowDownload' | 'onlyCurrent'>): Partial<ShareState['share']> {
  return {
    ...(access && { access }),
    ...(allowDownload !== undefined && { allowDownload }),
    ...(onlyCurrent !== undefined && { onlyCurrent }),
  }
}

export function fieldMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return ''
  return Object.values(error.errors)[0] ?? error.message
}

import { isKnownDeleted } from '#web/lib/known-deleted'
import { wasSignedOut } from '#web/lib/session'

type Thing = {
  what: 'review' | 'workspace'
  id: string
  /** This person has opened it before. */
  wasHere: boolean
}

/** Why something no longer opens, if known; else null. */
export function whyMissing({ what, id, wasHere }: Thing): { title: string; text: string } | null {
  if (isKnownDeleted(id)) return { title: `This ${what} was deleted`, text: 'No one can open it any more.' }
  if (wasSignedOut())
    return {
      title: 'You were signed out',
      text: 'Your session has ended. Sign in to continue where you left off.',
    }
  if (!wasHere) return null
  const text =
    what === 'review'
      ? 'You were removed from this review, or its link was turned off. Its owner can let you in again.'
      : 'You’re no longer a member of this workspace. Its owner can invite you again.'
  return { title: 'You no longer have access', text }
}

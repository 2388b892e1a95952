import {
  IconCircleCheck,
  IconConfetti,
  IconEye,
  IconHeart,
  IconQuestionMark,
  IconThumbUp,
  type TablerIcon,
} from '@tabler/icons-react'
import type { Reaction, ReactionKind } from '@wingmark/contract/comments'
import { guestName } from '#web/lib/has-no-account'

export const reactionLooks: Record<ReactionKind, { icon: TablerIcon; name: string }> = {
  THUMBS_UP: { icon: IconThumbUp, name: 'Thumbs up' },
  HEART: { icon: IconHeart, name: 'Heart' },
  PARTY: { icon: IconConfetti, name: 'Party' },
  EYES: { icon: IconEye, name: 'Looking at it' },
  AGREE: { icon: IconCircleCheck, name: 'Agreed' },
  QUESTION: { icon: IconQuestionMark, name: 'Question' },
}

/** Who reacted, the user first: "You, Ada and 3 more". */
export function reactorsInWords({ people, count, isMine }: Reaction, me: string | null): string {
  const others = people
    .filter((one) => one._id !== me)
    .map((one) => guestName(one.name, one.isGuest === true))
  // At most the server's count, which may not include the user's own yet.
  const named = [...(isMine ? ['You'] : []), ...others].slice(0, count)
  const more = count - named.length
  const all = more > 0 ? [...named, `${more} more`] : named
  const last = all.at(-1) ?? ''
  return all.length < 2 ? last : `${all.slice(0, -1).join(', ')} and ${last}`
}

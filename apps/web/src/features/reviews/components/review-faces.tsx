import type { Review } from '@wingmark/contract/reviews'
import { FaceRow } from '#web/ui/face-row'

/** Up to three others in it; null where nobody is, or it is unknown. */
export const reviewFaces = ({ members = [], memberCount = 1 }: Review) =>
  members.length > 0 ? <FaceRow members={members} memberCount={memberCount - 1} size={20} /> : null

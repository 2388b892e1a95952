import type { UnverifiedCounts } from '@wingmark/contract/unverified-work'
import { formatCount } from '#web/lib/format'

/** "2 reviews, 14 files and 1 comment"; zero counts are omitted. */
export function countUnverified(given: UnverifiedCounts): string {
  const { reviews, files, words, workspaces, deliveries, people, profiles } = given
  const parts = [
    ...(reviews > 0 ? [formatCount(reviews, 'review')] : []),
    ...(files > 0 ? [formatCount(files, 'file')] : []),
    ...(words > 0 ? [formatCount(words, 'comment')] : []),
    ...(workspaces > 0 ? [formatCount(workspaces, 'workspace')] : []),
    ...(deliveries > 0 ? [`${formatCount(deliveries, 'link')} to files`] : []),
    ...(people > 0 ? [formatCount(people, 'contact')] : []),
    ...(profiles > 0 ? ['a Connection Profile'] : []),
  ]
  if (parts.length === 0) return 'some invitations'
  const last = parts.at(-1) ?? ''
  return parts.length === 1 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`
}

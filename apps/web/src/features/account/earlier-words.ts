import type { EarlierThings } from '@wingmark/contract/earlier'
import { formatCount } from '#web/lib/format'

type Counts = Pick<EarlierThings, 'reviews' | 'files' | 'words'>

/** "2 reviews, 14 files and 1 comment"; what there is none of is left out. */
export function countEarlier({ reviews, files, words }: Counts): string {
  const parts = [
    ...(reviews > 0 ? [formatCount(reviews, 'review')] : []),
    ...(files > 0 ? [formatCount(files, 'file')] : []),
    ...(words > 0 ? [formatCount(words, 'comment')] : []),
  ]
  if (parts.length === 0) return 'some invitations'
  const last = parts.at(-1) ?? ''
  return parts.length === 1 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`
}

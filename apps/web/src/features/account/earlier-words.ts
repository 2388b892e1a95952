import type { EarlierThings } from '@wingmark/contract/earlier'

type Counts = Pick<EarlierThings, 'reviews' | 'files' | 'words'>

const several = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

/** "2 reviews, 14 files and 1 comment"; what there is none of is left out. */
export function countEarlier({ reviews, files, words }: Counts): string {
  const parts = [
    ...(reviews > 0 ? [several(reviews, 'review')] : []),
    ...(files > 0 ? [several(files, 'file')] : []),
    ...(words > 0 ? [several(words, 'comment')] : []),
  ]
  if (parts.length === 0) return 'some invitations'
  const last = parts.at(-1) ?? ''
  return parts.length === 1 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`
}

import type { Author } from '@wingmark/contract/comments'

/** Marked as a guest wherever the name stands, so that nobody passes for somebody else; a deleted account says so itself. */
export const hasNoAccount = ({ kind, isDeleted }: Pick<Author, 'kind' | 'isDeleted'>): boolean =>
  kind === 'GUEST' && !isDeleted

/** Where a name stands in words of ours, without a mark beside it. */
export const guestName = (name: string, isGuest: boolean): string => (isGuest ? `${name} (guest)` : name)

export const authorName = (author: Pick<Author, 'name' | 'kind' | 'isDeleted'>): string =>
  guestName(author.name, hasNoAccount(author))

import type { Author } from '@wingmark/contract/comments'

/** Marked as a guest wherever the name stands, so that nobody passes for somebody else; a deleted account says so itself. */
export const hasNoAccount = ({ kind, isDeleted }: Pick<Author, 'kind' | 'isDeleted'>): boolean =>
  kind === 'GUEST' && !isDeleted

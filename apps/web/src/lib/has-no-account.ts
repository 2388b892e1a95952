import type { Author } from '@wingmark/contract/comments'
import { guestWords, isolated } from '@wingmark/contract/names'

/** Marked as a guest beside every name, against impersonation; a deleted account's name says so itself. */
export const hasNoAccount = ({ kind, isDeleted }: Pick<Author, 'kind' | 'isDeleted'>): boolean =>
  kind === 'GUEST' && !isDeleted

/** For a name within a sentence, without a mark beside it. */
export const guestName = (name: string, isGuest: boolean): string =>
  isGuest ? guestWords(name) : isolated(name)

export const authorName = (author: Pick<Author, 'name' | 'kind' | 'isDeleted'>): string =>
  guestName(author.name, hasNoAccount(author))

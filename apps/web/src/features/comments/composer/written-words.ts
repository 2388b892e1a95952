import { messageMax } from '@wingmark/contract/limits'

/** What a composer writes, and how long it may be. */
export type WrittenWords = { noun: 'comment' | 'message'; max: number }

export const commentWords: WrittenWords = { noun: 'comment', max: messageMax }

import type { Mentionable } from '@wingmark/contract/comments'
import type { WrittenWords } from '#web/features/comments/composer/written-words'
import type { DraftFile } from '#web/features/comments/outbox/drafts'
import type { Writer } from '#web/features/comments/outbox/use-writer'
import { findMentionable } from '#web/features/comments/queries'
import { shareTokenOf } from '#web/lib/share-token'
import type { UploadRequest } from '#web/lib/upload-transport'

/** How the bytes of an attached file are sent; `address` is where an earlier try has brought some of them. */
export type AttachmentSending = Pick<
  UploadRequest,
  'idempotencyKey' | 'address' | 'onAddress' | 'onProgress' | 'signal'
>

/** What all composers of one screen share; the screen makes it once and gives it to each of them. */
export type ComposerPlace = {
  /** Left out where it is in none. */
  review?: string
  /** Brings a file to where the message goes. Throws ApiError with the sentence to show. Null where it takes none. */
  upload: ((file: File, sending: AttachmentSending) => Promise<DraftFile>) | null
  /** What was chosen and has not arrived, by id: a composer that opens again goes on with it by itself. */
  chosenFiles: Map<string, File>
  /** Messages sent from here wait while offline, with their files. */
  canWait?: boolean
  /** Who can be named behind an "@"; left out where nobody can. */
  people?: FindPeople
  /** Nothing leaves the device here, so the writer needs no name. */
  writer?: Writer
  /** Said to somebody without an account before they send for the first time. */
  notice?: () => string | null
  /** Left out: comments. */
  words?: WrittenWords
}

/** The people whose names hold a word, most likely first; `key` is that of the query that remembers them. */
export type FindPeople = {
  key: readonly string[]
  find: (word: string, signal: AbortSignal) => Promise<Mentionable[]>
}

/** Of a review: its comments and replies. */
export function reviewComposerPlace(reviewId: string, notice: () => string | null): ComposerPlace {
  return {
    review: reviewId,
    notice,
    async upload(file, sending) {
      const { uploadAttachment } = await import('#web/features/comments/composer/upload-attachment')
      return uploadAttachment({ id: reviewId, share: shareTokenOf(reviewId) }, file, sending)
    },
    chosenFiles: new Map(),
    canWait: true,
    people: {
      key: ['mentionable', reviewId],
      find: (word, signal) => findMentionable(reviewId, word, signal),
    },
  }
}

/** Of what goes to one person alone; `canAttach` false where it has to be plain text. */
export function personComposerPlace(words: WrittenWords, canAttach: boolean): ComposerPlace {
  return {
    upload: canAttach
      ? async (file, sending) => {
          const { uploadAttachment } = await import('#web/features/comments/composer/upload-attachment')
          return uploadAttachment(null, file, sending)
        }
      : null,
    chosenFiles: new Map(),
    canWait: true,
    words,
  }
}

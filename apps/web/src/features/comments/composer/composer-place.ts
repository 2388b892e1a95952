import type { Mentionable } from '@wingmark/contract/comments'
import type { WrittenWords } from '#web/features/comments/composer/written-words'
import type { DraftFile } from '#web/features/comments/outbox/drafts'
import type { Writer } from '#web/features/comments/outbox/use-writer'
import { findMentionable } from '#web/features/comments/queries'
import { shareTokenOf } from '#web/lib/share-token'
import type { UploadRequest } from '#web/lib/upload-transport'

/** How an attached file is uploaded; `address` is an earlier try's, to resume. */
export type AttachmentSending = Pick<
  UploadRequest,
  'idempotencyKey' | 'address' | 'onAddress' | 'onProgress' | 'signal'
>

/** What all composers of a screen share; each screen makes it once. */
export type ComposerPlace = {
  /** Omitted outside reviews. */
  review?: string
  /** Uploads a file for the message. Throws ApiError with the sentence to show. Null if files are not allowed. */
  upload: ((file: File, sending: AttachmentSending) => Promise<DraftFile>) | null
  /** Chosen files not uploaded yet, by id: a composer that reopens continues by itself. */
  chosenFiles: Map<string, File>
  /** Messages sent from here wait while offline, with their files. */
  canWait?: boolean
  /** People to mention behind an "@"; omitted if none. */
  people?: FindPeople
  /** Nothing leaves the device here, so the writer needs no name. */
  writer?: Writer
  /** Shown to people without an account before their first message. */
  notice?: () => string | null
  /** Omitted: comments. */
  words?: WrittenWords
}

/** People whose names contain a word, likeliest first; `key` is the query's. */
export type FindPeople = {
  key: readonly string[]
  find: (word: string, signal: AbortSignal) => Promise<Mentionable[]>
}

/** For a review's comments and replies. */
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

/** For messages to one person; `canAttach` false for plain text only. */
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

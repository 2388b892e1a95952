import { createComment, createReply, editComment, editReply, type Marker } from '@wingmark/contract/comments'
import {
  change,
  type Sending,
  threadOf,
  type Words,
} from '#web/features/comments/outbox/changes/comment-change'
import { isMarker } from '#web/features/comments/outbox/is-marker'
import { forgetKept } from '#web/features/comments/outbox/kept-files'
import { call } from '#web/lib/api'
import { makeOrChange } from '#web/lib/api-error'
import { guarded, number, oneOf, type Reader, shape, text } from '#web/lib/changes/read-kept'
import { shareTokenOf } from '#web/lib/share-token'

type Sent = Words & { key: string }

async function contentOf({ bring }: Sending, { message, files, mentioned }: Words) {
  return { message, files: await bring(files), mentions: mentioned.map(({ _id }) => _id) }
}

type NewComment = {
  file: string
  type: 'GENERAL' | 'MARKED'
  marker: Marker | null
  /** The current one if omitted. */
  version?: number
  /** The finding that it publishes. */
  finding?: string
}

const readType = shape({ file: text, type: oneOf(['GENERAL', 'MARKED']) }, { version: number, finding: text })
const readMarked = shape({ marker: guarded(isMarker) })

const readNew: Reader<NewComment> = (value) => {
  const found = readType(value)
  if (found?.type !== 'MARKED') return found && { ...found, marker: null }
  const marked = readMarked(value)
  return marked && { ...found, ...marked }
}

export const writeComment = change('comment', readNew, {
  queue: (_, key) => key,
  async send(at, { file, type, marker, version, finding }, sent) {
    const place = {
      ...{ file, type, marker },
      ...(version === undefined ? {} : { version }),
      ...(finding === undefined ? {} : { finding }),
    }
    try {
      await sendComment(at, place, sent)
    } finally {
      if (finding !== undefined) at.readFindings(file)
    }
    await forgetKept(sent.files)
  },
  isWritten: true,
  messages: { thing: () => 'file you commented on' },
})

async function sendComment(at: Sending, place: NewComment, sent: Sent) {
  const share = shareTokenOf(at.reviewId)
  const content = await contentOf(at, sent)
  const words = { ...content, ...(place.marker && { marker: place.marker }) }
  const { result } = await makeOrChange(
    () => call(createComment, { body: { ...place, ...content }, share, idempotencyKey: sent.key }),
    (id) => call(editComment, { params: { id }, body: words, share }),
  )
  at.apply({ event: 'comment.created', data: result })
  at.keepCard(result._id, sent.key)
}

export const writeReply = change('reply', shape({ file: text, comment: text }), {
  queue: threadOf,
  async send(at, { comment }, sent) {
    const share = shareTokenOf(at.reviewId)
    const words = await contentOf(at, sent)
    const { result } = await makeOrChange(
      () => call(createReply, { body: { comment, ...words }, share, idempotencyKey: sent.key }),
      (id) => call(editReply, { params: { id }, body: words, share }),
    )
    at.apply({ event: 'reply.created', data: result })
    at.keepCard(result._id, sent.key)
    await forgetKept(sent.files)
  },
  isWritten: true,
  messages: { thing: () => 'comment you replied to' },
})

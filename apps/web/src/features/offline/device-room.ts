import {
  type Attachment,
  type Comment,
  createComment,
  createReply,
  deleteComment,
  deleteReply,
  editComment,
  editReply,
  getComment,
  getReply,
  listFileComments,
  listReviewComments,
  type Reply,
} from '@wingmark/contract/comments'
import { fileTypeByMime } from '@wingmark/contract/file-types'
import { getReview } from '@wingmark/contract/reviews'
import type { Route } from '@wingmark/contract/route'
import { isMarker } from '#web/features/comments/outbox/is-marker'
import { ApiError } from '#web/lib/api-error'
import { fieldOf, guarded, shape, text, texts } from '#web/lib/changes/read-kept'
import type { LocalAnswer, LocalInput } from '#web/lib/local-answers'
import { forgetBytes } from './device-files.ts'
import { numbersOf, type Picture, presentComment, presentPage, presentReply } from './device-pages.ts'
import { changeComments, DeviceFull, findReview, readComments } from './device-store.ts'
import type { OfflineComment, OfflineReply, OfflineReview } from './offline-form.ts'
import { freePicture, openPicture } from './pictures.ts'

export type DeviceRoom = { review: OfflineReview; answer: LocalAnswer; close: () => void }

/** Opens a device-only review: answers the room's server calls from here. */
export async function openDeviceRoom(id: string): Promise<DeviceRoom | null> {
  const review = findReview(id)
  if (!review) return null
  const pictures: Picture[] = []
  // One at a time: some must be decoded for their size.
  for (const [place, ref] of review.images.entries())
    pictures.push(await openPicture(ref, `Image ${place + 1}`, 'REVIEW'))
  const attached = new Map<string, Picture>()
  return {
    review,
    answer: createAnswer(review, pictures, attached),
    close() {
      for (const picture of [...pictures, ...attached.values()]) freePicture(picture)
    },
  }
}

function createAnswer(
  review: OfflineReview,
  pictures: readonly Picture[],
  attached: Map<string, Picture>,
): LocalAnswer {
  const comments = () => readComments(review).comments

  const attachment = async (ref: string): Promise<Attachment> => {
    const picture = attached.get(ref) ?? (await openPicture(ref, 'File', 'COMMENT'))
    attached.set(ref, picture)
    const preview = picture.previewUrl ?? ''
    const kind = fileTypeByMime(picture.mime)?.kind ?? 'OTHER'
    return {
      _id: ref,
      key: ref,
      name: picture.name,
      mime: picture.mime,
      kind,
      size: picture.size,
      state: picture.fault === null ? 'READY' : 'FAILED',
      thumbnailUrl: preview,
      previewUrl: preview,
      ...(picture.url === null ? {} : { url: picture.url }),
    }
  }
  const attachments = (refs: readonly string[]) => Promise.all(refs.map(attachment))
  const asReply = async (reply: OfflineReply, comment: string): Promise<Reply> =>
    presentReply(reply, comment, await attachments(reply.files))
  const asComment = async (comment: OfflineComment, numbers: Map<string, number>): Promise<Comment> =>
    presentComment(review, comment, {
      number: numbers.get(comment._id) ?? null,
      files: await attachments(comment.files),
      replies: await Promise.all(comment.replies.map((reply) => asReply(reply, comment._id))),
    })
  const ofFile = (all: readonly OfflineComment[], place: number) => {
    const numbers = numbersOf(all)
    return Promise.all(all.filter((one) => one.file === place).map((one) => asComment(one, numbers)))
  }
  const result = async (id: string): Promise<{ result: Comment | Reply }> => {
    const all = comments()
    const found = all.find((one) => one._id === id)
    if (found) return { result: await asComment(found, numbersOf(all)) }
    for (const comment of all) {
      const reply = comment.replies.find((one) => one._id === id)
      if (reply) return { result: await asReply(reply, comment._id) }
    }
    throw gone()
  }
  const change = async (by: (all: OfflineComment[]) => OfflineComment[]) => {
    try {
      changeComments(review, by)
    } catch (error) {
      if (!(error instanceof DeviceFull)) throw error
      throw new ApiError({ status: 507, code: 'DEVICE_FULL', message: error.message })
    }
  }
  const rewrite = (id: string, body: unknown) => {
    const { message, marker } = readBody(body)
    const updatedAt = new Date().toISOString()
    // Moving a mark keeps the text.
    const changed = marker ? { marker } : { message }
    const word = <T extends OfflineReply>(one: T): T =>
      one._id === id ? { ...one, ...changed, updatedAt } : one
    return change((all) =>
      all.map((one) => ({ ...word(one), replies: one.replies.map((reply) => word(reply)) })),
    )
  }

  const write = async ({ body, idempotencyKey = '' }: LocalInput) => {
    const given = readBody(body)
    const now = new Date().toISOString()
    const words: OfflineReply = {
      _id: idempotencyKey,
      message: given.message,
      files: given.files,
      mentions: [],
      createdAt: now,
      updatedAt: now,
    }
    await change((all) => {
      if (all.some((one) => one._id === words._id)) return all
      if (given.comment === null) {
        const file = placeOf(review, given.file)
        return [
          ...all,
          { ...words, type: given.type, marker: given.marker, file, isLost: false, replies: [] },
        ]
      }
      if (!all.some((one) => one._id === given.comment)) throw gone()
      return all.map((one) =>
        one._id !== given.comment || one.replies.some((reply) => reply._id === words._id)
          ? one
          : { ...one, replies: [...one.replies, words] },
      )
    })
    return result(words._id)
  }

  const remove = async (id: string) => {
    const before = comments()
    const without = before
      .filter((one) => one._id !== id)
      .map((one) => ({ ...one, replies: one.replies.filter((reply) => reply._id !== id) }))
    const left = new Set(without.flatMap(filesOfComment))
    await change(() => without)
    await forgetBytes(before.flatMap(filesOfComment).filter((ref) => !left.has(ref)))
    return { result: { _id: id } }
  }

  const answers = new Map<Route, (input: LocalInput, id: string) => Promise<unknown>>([
    [
      getReview,
      async () => {
        const all = comments()
        return { result: presentPage(review, pictures, all, await ofFile(all, 0)) }
      },
    ],
    [
      listFileComments,
      async (_, id) => {
        const results = await ofFile(comments(), placeOf(review, id))
        return { results, nextCursor: null, total: results.length }
      },
    ],
    [
      listReviewComments,
      async () => {
        const lists = await Promise.all(pictures.map((_, place) => ofFile(comments(), place)))
        const results = lists.flat()
        return { results, nextCursor: null, total: results.length }
      },
    ],
    [getComment, (_, id) => result(id)],
    [getReply, (_, id) => result(id)],
    [createComment, write],
    [createReply, write],
    [editComment, async ({ body }, id) => rewrite(id, body).then(() => result(id))],
    [editReply, async ({ body }, id) => rewrite(id, body).then(() => result(id))],
    [deleteComment, (_, id) => remove(id)],
    [deleteReply, (_, id) => remove(id)],
  ])

  const isOurs = ({ params, body }: LocalInput): boolean => {
    const id = textOf(params, 'id')
    const { file, comment } = readBody(body)
    const known = id || (comment ?? file)
    if (known === review._id || known.startsWith(`${review._id}.`)) return true
    return comments().some((one) => one._id === known || one.replies.some((reply) => reply._id === known))
  }

  return (route, input) => {
    const answer = answers.get(route)
    return answer && isOurs(input) ? answer(input, textOf(input.params, 'id')) : null
  }
}

const gone = () => new ApiError({ status: 404, code: 'GONE', message: 'This is no longer on this device.' })

const filesOfComment = (one: OfflineComment) => [...one.files, ...one.replies.flatMap((reply) => reply.files)]

const placeOf = (review: OfflineReview, fileId: string) => Number(fileId.slice(review._id.length + 1))

const textOf = (value: unknown, name: string): string => text(fieldOf(value, name)) ?? ''

const readFields = shape({}, { message: text, file: text, marker: guarded(isMarker), files: texts })

/** The room's own bodies, read field by field, since they belong to different calls. */
function readBody(body: unknown) {
  const type = textOf(body, 'type') === 'GENERAL' ? ('GENERAL' as const) : ('MARKED' as const)
  const comment = textOf(body, 'comment') || null
  return { ...{ message: '', file: '', marker: null, files: [] }, ...readFields(body), type, comment }
}

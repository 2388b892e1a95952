import { updateReview } from '@wingmark/contract/reviews'
import { addVersion, listVersions } from '@wingmark/contract/versions'
import { newFile, upload } from '../people.ts'
import { askTus, callTus, createTus, newTus, sendPiece } from '../tus.ts'
import { byLink, editors, type Rows, readers, users, who, writersOn } from './expectation.ts'

const commenters = who([201, 201, 201, 403], byLink(403, 201), 401, [201, 404, 404, 401])
const reactors = who([200, 200, 200, 403], byLink(403, 200), 401, [200, 404, 404, 401])

/** On an upload that the owner began. */
const onlyWhoBegan = (status: number) => who([status, 404, 404, 404], 404, 401, [404, 404, 404, 401])

/** Comments and replies here are the owner's, files the review's. */
export const rows: Rows = {
  'POST /comment/api/v1': {
    expect: commenters,
    with: ({ fileId }) => ({ body: { file: fileId, type: 'GENERAL', message: 'Warmer.' } }),
  },
  'POST /comment/api/v1/reply': {
    expect: commenters,
    with: ({ commentId }) => ({ body: { comment: commentId, message: 'Agreed.' } }),
  },
  'GET /comment/api/v1/:id': { expect: readers, with: ({ commentId }) => ({ params: { id: commentId } }) },
  'GET /comment/api/v1/:id/replies': {
    expect: readers,
    with: ({ commentId }) => ({ params: { id: commentId } }),
  },
  'GET /comment/api/v1/reply/:id': { expect: readers, with: ({ replyId }) => ({ params: { id: replyId } }) },
  'GET /comment/api/v1/mentionable/:id': {
    expect: who([200, 200, 200, 403], byLink(403, 200), byLink(403, 200), [200, 404, 404, 404]),
    with: ({ id }) => ({ params: { id } }),
  },
  'GET /comment/api/v1/file/:id': { expect: readers, with: ({ fileId }) => ({ params: { id: fileId } }) },
  'GET /comment/api/v1/review/:id': { expect: readers, with: ({ id }) => ({ params: { id } }) },
  'PATCH /comment/api/v1/:id': {
    expect: writersOn([200, 403, 403, 403]),
    with: ({ commentId }) => ({ params: { id: commentId }, body: { message: 'Changed' } }),
  },
  'PATCH /comment/api/v1/reply/:id': {
    expect: writersOn([200, 403, 403, 403]),
    with: ({ replyId }) => ({ params: { id: replyId }, body: { message: 'Changed' } }),
  },
  'PATCH /comment/api/v1/change-status/:id': {
    expect: writersOn([200, 200, 403, 403]),
    with: ({ commentId }) => ({ params: { id: commentId }, body: { status: 'RESOLVED' } }),
  },
  'PATCH /comment/api/v1/:id/reaction': {
    expect: reactors,
    with: ({ commentId }) => ({ params: { id: commentId }, body: { kind: 'HEART', isOn: true } }),
  },
  'PATCH /comment/api/v1/reply/:id/reaction': {
    expect: reactors,
    with: ({ replyId }) => ({ params: { id: replyId }, body: { kind: 'HEART', isOn: true } }),
  },
  'DELETE /comment/api/v1/:id': {
    expect: writersOn([200, 200, 403, 403]),
    with: async ({ commentId, newComment }, _, isAllowed) => ({
      params: { id: isAllowed ? await newComment() : commentId },
    }),
  },
  'DELETE /comment/api/v1/reply/:id': {
    expect: writersOn([200, 200, 403, 403]),
    with: async ({ replyId, newReply }, _, isAllowed) => ({
      params: { id: isAllowed ? await newReply() : replyId },
    }),
  },
  'POST /comment/api/v1/export/:id': {
    expect: editors(200),
    with: ({ id }) => ({ params: { id }, body: { format: 'CSV' } }),
  },
  'GET /comment/api/v1/export/:id': {
    expect: editors(200),
    send: async ({ app, id }, { caller }) => {
      const response = await app.fetch(`/comment/api/v1/export/${id}?format=CSV`, { caller })
      await response.body?.cancel()
      return { status: response.status }
    },
  },
  'POST /file/api/v1': {
    // Users fill their own storage; guests use the owner's, where they may comment.
    expect: who(201, byLink(403, 201), 401, [201, 201, 201, 401]),
    send: async ({ app, id }, { caller, person }) =>
      upload(app, caller, person ? {} : { purpose: 'COMMENT', review: id }),
  },
  'POST /file/api/v1/tus': {
    expect: who(201, byLink(403, 201), 401, [201, 201, 201, 401]),
    send: async ({ app, id }, { caller, person }) =>
      createTus(app, caller, person ? { size: 9 } : { size: 9, purpose: 'COMMENT', review: id }),
  },
  'HEAD /file/api/v1/tus/:id': {
    expect: onlyWhoBegan(200),
    send: async ({ app, owner }, { caller }) => askTus(app, caller, await newTus(app, owner, { size: 9 })),
  },
  'PATCH /file/api/v1/tus/:id': {
    expect: onlyWhoBegan(204),
    send: async ({ app, owner }, { caller }) =>
      sendPiece(app, caller, await newTus(app, owner, { size: 9 }), 0, Buffer.from('begin')),
  },
  'DELETE /file/api/v1/tus/:id': {
    expect: onlyWhoBegan(204),
    send: async ({ app, owner }, { caller }) =>
      callTus(app, caller, { method: 'DELETE', path: await newTus(app, owner, { size: 9 }) }),
  },
  'GET /file/api/v1/:id': { expect: readers, with: ({ fileId }) => ({ params: { id: fileId } }) },
  'GET /file/api/v1/date-wise/:id/REVIEW': { expect: readers, with: ({ id }) => ({ params: { id } }) },
  'PATCH /file/api/v1/:id': {
    expect: editors(200),
    with: ({ fileId }) => ({ params: { id: fileId }, body: { name: 'renamed.png' } }),
  },
  'POST /file/api/v1/duplicate/:id': {
    expect: editors(201),
    with: ({ fileId }) => ({ params: { id: fileId } }),
  },
  'POST /file/api/v1/version/:id': {
    expect: editors(201),
    with: async ({ app, fileId }, { caller, person }, isAllowed) => {
      const file = isAllowed && person ? (await newFile(app, caller))._id : fileId
      return { params: { id: fileId }, body: { file } }
    },
  },
  'GET /file/api/v1/versions/:id': { expect: readers, with: ({ fileId }) => ({ params: { id: fileId } }) },
  'PATCH /file/api/v1/version/:id/:number': {
    expect: editors(200),
    with: ({ fileId }) => ({ params: { id: fileId, number: '1' }, body: { note: 'Calmer' } }),
  },
  'DELETE /file/api/v1/version/:id/:number': {
    expect: editors(200),
    with: async ({ app, fileId }, { caller, person }, isAllowed) => {
      if (isAllowed && person) {
        const body = { file: (await newFile(app, caller))._id }
        await app.call(addVersion, { params: { id: fileId }, body }, caller)
      }
      const { results } = (await app.call(listVersions, { params: { id: fileId } }, caller)).body
      return { params: { id: fileId, number: String(isAllowed ? results[0]?.number : 1) } }
    },
  },
  'POST /file/api/v1/restore-version/:id/:number': {
    expect: editors(200),
    with: ({ fileId }) => ({ params: { id: fileId, number: '1' } }),
  },
  'POST /file/api/v1/redraw/:id': {
    expect: editors(200),
    with: ({ fileId }) => ({ params: { id: fileId } }),
  },
  'POST /file/api/v1/unlock/:id': {
    expect: editors(200),
    with: ({ fileId }) => ({ params: { id: fileId }, body: { password: 'secret' } }),
  },
  'DELETE /file/api/v1/:id': {
    expect: editors(200),
    with: async ({ app, id, owner, fileId }, _, isAllowed) => {
      if (!isAllowed) return { params: { id: fileId } }
      const file = await newFile(app, owner)
      await app.call(updateReview, { params: { id }, body: { files: [file._id] } }, owner)
      return { params: { id: file._id } }
    },
  },
  'GET /notification/api/v1/user': { expect: users(200) },
  'PATCH /notification/api/v1/mute/:id': {
    expect: who(200, 401, 401, [200, 404, 404, 401]),
    with: ({ id }) => ({ params: { id }, body: { muted: false } }),
  },
  'PATCH /notification/api/v1/read': { expect: users(200), with: () => ({ body: { ids: [] } }) },
}

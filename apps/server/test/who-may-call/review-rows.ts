import { deleteFile } from '@wingmark/contract/files'
import { updateReview } from '@wingmark/contract/reviews'
import { addMember, newFile, newReview, newUser } from '../people.ts'
import {
  byLink,
  byRole,
  editors,
  everyone,
  type Input,
  ownerOnly,
  type Rows,
  readers,
  unknownCode,
  users,
  who,
} from './expectation.ts'
import type { World } from './people.ts'

/** A file that the owner has removed from the review. */
async function onRemoved({ app, id, owner }: World): Promise<Input> {
  const { _id: file } = await newFile(app, owner)
  await app.call(updateReview, { params: { id }, body: { files: [file] } }, owner)
  await app.call(deleteFile, { params: { id: file } }, owner)
  return { params: { id: file } }
}

export const rows: Rows = {
  'POST /review/api/v1': {
    expect: users(201),
    with: async ({ app }, { caller, person }) => ({
      body: { name: 'New', files: person ? [(await newFile(app, caller))._id] : [] },
    }),
  },
  'GET /review/api/v1/user': { expect: users(200) },
  'PATCH /review/api/v1/archive/:id': {
    expect: byRole([200, 200, 200, 200]),
    with: ({ id }) => ({ params: { id }, body: { archived: false } }),
  },
  'GET /review/api/v1/public': { expect: everyone(200) },
  'GET /review/api/v1/public/user/:id': {
    expect: everyone(200),
    with: ({ owner }) => ({ params: { id: owner.user._id } }),
  },
  'GET /review/api/v1/:id': { expect: readers, with: ({ id }) => ({ params: { id } }) },
  'PATCH /review/api/v1/:id': {
    expect: editors(200),
    with: ({ id }) => ({ params: { id }, body: { name: 'Renamed' } }),
  },
  'PATCH /review/api/v1/move-files/:id': {
    expect: editors(200),
    with: ({ id, fileId }) => ({ params: { id }, body: { files: [fileId], before: null } }),
  },
  'DELETE /review/api/v1/:id': {
    expect: ownerOnly(200),
    with: async ({ app, id }, { caller }, isAllowed) => ({
      params: { id: isAllowed ? (await newReview(app, caller)).review._id : id },
    }),
  },
  'GET /review/api/v1/deleted': { expect: users(200) },
  'POST /review/api/v1/restore/:id': { expect: editors(200), with: onRemoved },
  'DELETE /review/api/v1/deleted/:id': { expect: editors(200), with: onRemoved },
  'PATCH /review/api/v1/get-review': {
    expect: who(
      200,
      [200, 200, 200, 200, 423, 410, 403],
      [200, 200, 200, 200, 423, 410, 403],
      [200, 403, 403, 403],
    ),
    with: ({ share }, { name, code, accessKey }) => {
      const isMember = ['owner', 'editor', 'commenter', 'viewer'].includes(name)
      const shareCode = code ?? (isMember ? share : unknownCode)
      return { body: { shareCode, ...(accessKey ? { accessKey } : {}) } }
    },
  },
  'PATCH /review/api/v1/change-visibility/:id': {
    expect: ownerOnly(200),
    with: ({ id }) => ({ params: { id }, body: { visibility: 'UNLISTED' } }),
  },
  'PATCH /review/api/v1/change-share-access/:id': {
    expect: ownerOnly(200),
    with: ({ id }) => ({ params: { id }, body: { access: 'COMMENT' } }),
  },
  'GET /review/api/v1/share-link/:id': { expect: ownerOnly(200), with: ({ id }) => ({ params: { id } }) },
  'POST /review/api/v1/share-link/:id': {
    expect: ownerOnly(201),
    with: ({ id }) => ({ params: { id }, body: { name: 'For the press' } }),
  },
  'PATCH /review/api/v1/share-link/:id/:linkId': {
    expect: ownerOnly(200),
    with: ({ id, linkId }) => ({ params: { id, linkId }, body: { access: 'VIEW' } }),
  },
  'DELETE /review/api/v1/share-link/:id/:linkId': {
    expect: ownerOnly(200),
    with: async ({ id, linkId, newLink }, _, isAllowed) => ({
      params: { id, linkId: isAllowed ? await newLink() : linkId },
    }),
  },
  'GET /review/api/v1/members/:id': {
    expect: byRole([200, 200, 200, 200]),
    with: ({ id }) => ({ params: { id } }),
  },
  'PATCH /review/api/v1/change-member-role/:id/:memberId': {
    expect: ownerOnly(200),
    with: ({ id, spare }) => ({ params: { id, memberId: spare.user._id }, body: { role: 'COMMENTER' } }),
  },
  'DELETE /review/api/v1/members/:id/:memberId': {
    expect: ownerOnly(200),
    with: async ({ app, id, spare }, _, isAllowed) => {
      const member = isAllowed ? await newUser(app) : spare
      if (isAllowed) await addMember(app, id, member, 'VIEWER')
      return { params: { id, memberId: member.user._id } }
    },
  },
  'PATCH /review/api/v1/join-review': {
    expect: who(200, 401, 401, [200, 403, 403, 401]),
    with: async ({ app, share }, { name, code }, isAllowed) => {
      const isByLink = name === 'user by COMMENT link'
      const shareCode = isByLink ? code : isAllowed ? share : unknownCode
      return { body: { shareCode }, ...(isByLink ? { caller: await newUser(app) } : {}) }
    },
  },
  'PATCH /review/api/v1/sent-invitation/:id': {
    expect: editors(200),
    with: ({ id }) => ({
      params: { id },
      body: { email: `${crypto.randomUUID()}@example.test`, role: 'COMMENTER' },
    }),
  },
  'DELETE /review/api/v1/sent-invitation/:id/:invitationId': {
    expect: ownerOnly(200),
    with: async ({ id, invitationId, newInvitation }, _, isAllowed) => ({
      params: { id, invitationId: isAllowed ? await newInvitation() : invitationId },
    }),
  },
  'PATCH /review/api/v1/get-invitation-detail': {
    expect: everyone(200),
    with: ({ invitationToken }) => ({ body: { token: invitationToken } }),
  },
  'PATCH /review/api/v1/respond-invitation': {
    expect: users(410),
    with: ({ invitationToken }) => ({ body: { token: invitationToken, response: 'ACCEPT' } }),
  },
  'GET /review/api/v1/activity/:id': { expect: ownerOnly(200), with: ({ id }) => ({ params: { id } }) },
  'GET /live/api/v1/review/:id': {
    expect: readers,
    send: async ({ app, id }, { caller }) => {
      const response = await app.fetch(`/live/api/v1/review/${id}`, { caller })
      await response.body?.cancel()
      return { status: response.status }
    },
  },
  'POST /live/api/v1/review/:id/here': {
    expect: who(200, byLink(200, 200), 401, [200, 404, 404, 401]),
    with: ({ id }) => ({
      params: { id },
      body: { file: null, page: 1, pointer: null, isWriting: false, comment: null },
    }),
  },
  'GET /live/api/v1/user': {
    expect: who(200, 401, 401, [200, 200, 200, 401]),
    send: async ({ app }, { caller }) => {
      const response = await app.fetch('/live/api/v1/user', { caller })
      await response.body?.cancel()
      return { status: response.status }
    },
  },
}

import { everyone, type Rows, readers, users } from './expectation.ts'

const missing = () => ({ params: { id: crypto.randomUUID(), memberId: crypto.randomUUID() } })
const missingWith = (body: Record<string, unknown>) => () => ({ ...missing(), body })

/** For a workspace that none of them belongs to; `workspaces.test.ts` covers each role. */
export const rows: Rows = {
  'POST /workspace/api/v1': { expect: users(201), with: () => ({ body: { name: 'Studio' } }) },
  'POST /workspace/api/v1/:id': { expect: users(404), with: missingWith({ name: 'Studio' }) },
  'GET /workspace/api/v1/user': { expect: users(200) },
  'GET /workspace/api/v1/:id': { expect: users(404), with: missing },
  'PATCH /workspace/api/v1/looked/:id': { expect: users(404), with: missing },
  'DELETE /workspace/api/v1/:id': { expect: users(404), with: missing },
  'POST /workspace/api/v1/restore/:id': { expect: users(404), with: missing },
  'POST /workspace/api/v1/review/:id': {
    expect: users(404),
    with: missingWith({ review: crypto.randomUUID() }),
  },
  'DELETE /workspace/api/v1/review/:id/:reviewId': {
    expect: users(404),
    with: () => ({ params: { id: crypto.randomUUID(), reviewId: crypto.randomUUID() } }),
  },
  'PATCH /workspace/api/v1/hand-over/:id': {
    expect: users(404),
    with: missingWith({ memberId: crypto.randomUUID() }),
  },
  'PATCH /workspace/api/v1/change-member-role/:id/:memberId': {
    expect: users(404),
    with: missingWith({ role: 'VIEWER' }),
  },
  'DELETE /workspace/api/v1/members/:id/:memberId': { expect: users(404), with: missing },
  'GET /workspace/api/v1/members/:id': { expect: users(404), with: missing },
  'PATCH /workspace/api/v1/sent-invitation/:id': {
    expect: users(404),
    with: missingWith({ email: 'nobody@example.test', role: 'VIEWER' }),
  },
  'DELETE /workspace/api/v1/sent-invitation/:id/:invitationId': {
    expect: users(404),
    with: () => ({ params: { id: crypto.randomUUID(), invitationId: crypto.randomUUID() } }),
  },
  // Without a token: wrong ones are counted, and the rows of reviews contain some already.
  'PATCH /workspace/api/v1/get-invitation-detail': { expect: everyone(422), with: () => ({ body: {} }) },
  'PATCH /workspace/api/v1/respond-invitation': {
    expect: users(422),
    with: () => ({ body: { response: 'ACCEPT' } }),
  },
  'POST /workspace/api/v1/task': {
    expect: users(404),
    with: () => ({ body: { workspace: crypto.randomUUID(), title: 'Larger logo' } }),
  },
  'GET /workspace/api/v1/task/:id': { expect: users(404), with: missing },
  'PATCH /workspace/api/v1/task/:id': { expect: users(404), with: missing },
  'PATCH /workspace/api/v1/task/change-status/:id': {
    expect: users(404),
    with: missingWith({ status: 'DONE' }),
  },
  'DELETE /workspace/api/v1/task/:id': { expect: users(404), with: missing },
  'POST /workspace/api/v1/task/restore/:id': { expect: users(404), with: missing },
  'GET /workspace/api/v1/task/user/:id': { expect: users(404), with: missing },
  'GET /workspace/api/v1/task/sub/user/:workspaceId/:taskId': {
    expect: users(404),
    with: () => ({ params: { workspaceId: crypto.randomUUID(), taskId: crypto.randomUUID() } }),
  },
  'GET /workspace/api/v1/task/file/:id': {
    expect: readers,
    with: ({ fileId }) => ({ params: { id: fileId } }),
  },
  'GET /workspace/api/v1/task/review/:id': { expect: readers, with: ({ id }) => ({ params: { id } }) },
  'PATCH /workspace/api/v1/task/connect/:id': { expect: users(404), with: missing },
  'PATCH /workspace/api/v1/task/ask-access/:id': { expect: users(404), with: missing },
  'PATCH /workspace/api/v1/task/disconnect/:id': { expect: users(404), with: missing },
  'GET /workspace/api/v1/label/:id': { expect: users(404), with: missing },
  'POST /workspace/api/v1/label/:id': {
    expect: users(404),
    with: missingWith({ name: 'Print', color: 'BLUE' }),
  },
  'PATCH /workspace/api/v1/label/:id': { expect: users(404), with: missingWith({ name: 'Print' }) },
  'DELETE /workspace/api/v1/label/:id': { expect: users(404), with: missing },
  'POST /workspace/api/v1/label/restore/:id': { expect: users(404), with: missing },
  'GET /workspace/api/v1/timeline/workspace/:id': { expect: users(404), with: missing },
  'GET /workspace/api/v1/timeline/task/:id': { expect: users(404), with: missing },
  'POST /workspace/api/v1/timeline/workspace': {
    expect: users(404),
    with: () => ({ body: { workspace: crypto.randomUUID(), message: 'Hello.' } }),
  },
  'POST /workspace/api/v1/timeline/task': {
    expect: users(404),
    with: () => ({ body: { task: crypto.randomUUID(), message: 'Hello.' } }),
  },
  'PATCH /workspace/api/v1/timeline/:id': { expect: users(404), with: missingWith({ message: 'Hello.' }) },
  'GET /workspace/api/v1/mentionable/:id': { expect: users(404), with: missing },
  'DELETE /workspace/api/v1/timeline/:id': { expect: users(404), with: missing },
  'POST /workspace/api/v1/private-note': {
    expect: users(404),
    with: () => ({ body: { workspace: crypto.randomUUID(), note: 'Mine.' } }),
  },
  'POST /workspace/api/v1/private-note/:id': { expect: users(404), with: missingWith({ note: 'Mine.' }) },
  'GET /workspace/api/v1/private-note/workspace/:id': { expect: users(404), with: missing },
  'DELETE /workspace/api/v1/private-note/:id': { expect: users(404), with: missing },
  'POST /workspace/api/v1/private-note/restore/:id': { expect: users(404), with: missing },
}

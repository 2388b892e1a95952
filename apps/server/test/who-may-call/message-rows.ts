import { type Rows, users, who } from './expectation.ts'

const missing = () => ({ params: { id: crypto.randomUUID() } })

export const rows: Rows = {
  // Fellow members write to each other; to strangers nobody without a profile is visible.
  'POST /message/api/v1': {
    expect: who(201, 401, 401, [404, 404, 404, 401]),
    with: ({ spare }) => ({ body: { to: spare.user._id, message: 'Hello' } }),
  },
  'GET /message/api/v1/with/:id': {
    expect: who(200, 401, 401, [404, 404, 404, 401]),
    with: ({ spare }) => ({ params: { id: spare.user._id } }),
  },
  'GET /message/api/v1/conversations': { expect: users(200) },
  'GET /message/api/v1/conversation/:id': { expect: users(404), with: missing },
  'PATCH /message/api/v1/conversation/:id': {
    expect: users(404),
    with: () => ({ ...missing(), body: { accept: true } }),
  },
  'PATCH /message/api/v1/read/:conversationId': {
    expect: users(404),
    with: () => ({ params: { conversationId: crypto.randomUUID() }, body: { upTo: 1 } }),
  },
  'PATCH /message/api/v1/:id': {
    expect: users(404),
    with: () => ({ ...missing(), body: { message: 'Hello' } }),
  },
  'DELETE /message/api/v1/:id': { expect: users(404), with: missing },
}

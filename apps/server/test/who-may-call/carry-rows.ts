import { type Rows, readers, writersOn } from './expectation.ts'

/** The comment is the owner's. */
export const rows: Rows = {
  'GET /review/api/v1/fixes/:id': { expect: readers, with: ({ fileId }) => ({ params: { id: fileId } }) },
  'PATCH /comment/api/v1/carry/:id': {
    expect: writersOn([200, 200, 403, 403]),
    with: ({ commentId }) => ({ params: { id: commentId }, body: { version: 1, undo: true } }),
  },
  'PATCH /comment/api/v1/fix/:id': {
    expect: writersOn([200, 200, 403, 403]),
    with: ({ commentId }) => ({ params: { id: commentId }, body: { version: 1, result: 'UNCHECKED' } }),
  },
  'POST /file/api/v1/align/:id': {
    expect: writersOn([200, 200, 403, 403]),
    with: ({ fileId }) => ({ params: { id: fileId }, body: { version: 1, pairs: null } }),
  },
  'POST /file/api/v1/carry/:id': {
    expect: writersOn([200, 200, 403, 403]),
    with: ({ fileId }) => ({ params: { id: fileId }, body: { version: 1 } }),
  },
}

import { createComment } from '@wingmark/contract/comments'
import { everyone, type Rows, users, who } from './expectation.ts'

const missing = () => ({ params: { id: crypto.randomUUID() } })
const body = { rating: 5, text: 'Our clients simply answer now.' }

export const rows: Rows = {
  'GET /testimonial/api/v1': { expect: everyone(200) },
  'GET /testimonial/api/v1/user': { expect: users(200) },
  // Someone else has commented on the owner's review, and on no other.
  'POST /testimonial/api/v1': {
    expect: who([201, 403, 403, 403], 401, 401, [403, 403, 403, 401]),
    with: async ({ app, fileId, everybody }) => {
      const editor = everybody.find(({ name }) => name === 'editor')
      const comment = { file: fileId, type: 'GENERAL' as const, message: 'Larger, please.' }
      await app.call(createComment, { body: comment }, editor?.caller)
      return { body }
    },
  },
  'PATCH /testimonial/api/v1/:id': { expect: users(404), with: missing },
  'DELETE /testimonial/api/v1/:id': { expect: users(404), with: missing },
}

/** A program by a third party, which knows the server only by its OpenAPI types in `api.ts`. */
import createClient from 'openapi-fetch'
import type { components, paths } from './api.ts'

const [origin = '', svg = ''] = process.argv.slice(2)
const api = createClient<paths>({ baseUrl: origin })

type Failure = components['schemas']['Failure']

/** The answer's data; throws its failure. */
function resultOf<T>({ data, error }: { data?: { result: T }; error?: Failure }): T {
  if (data) return data.result
  throw new Error(error ? `${error.code}: ${error.message}` : 'no answer')
}

const refused = await api.POST('/review/api/v1', { body: { name: 'Poster', files: [] } })

const password = crypto.randomUUID()
const email = `${crypto.randomUUID()}@example.test`
const session = resultOf(
  await api.POST('/user/api/v1/register', { body: { name: 'Nia Client', email, password } }),
)
api.use({
  onRequest: ({ request }) => request.headers.set('authorization', `Bearer ${session.accessToken}`),
})

const file = resultOf(
  await api.POST('/file/api/v1', {
    body: { purpose: 'REVIEW', file: svg },
    bodySerializer: ({ purpose, file }) => {
      const form = new FormData()
      form.set('purpose', purpose ?? 'REVIEW')
      form.set('file', new Blob([file], { type: 'image/svg+xml' }), 'poster.svg')
      return form
    },
  }),
)
const review = resultOf(await api.POST('/review/api/v1', { body: { name: 'Poster', files: [file._id] } }))
const comment = resultOf(
  await api.POST('/comment/api/v1', {
    body: { file: file._id, type: 'GENERAL', message: 'More air, please' },
  }),
)
const resolved = resultOf(
  await api.PATCH('/comment/api/v1/change-status/{id}', {
    params: { path: { id: comment._id } },
    body: { status: 'RESOLVED' },
  }),
)
const page = await api.GET('/comment/api/v1/review/{id}', {
  params: { path: { id: review._id }, query: { status: 'RESOLVED' } },
})
console.log(
  JSON.stringify({
    refusal: refused.error?.code,
    resolvedBy: resolved.resolvedBy?.name,
    messages: page.data?.results.map(({ message, status }) => `${status} ${message}`),
  }),
)

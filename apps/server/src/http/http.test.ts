import { existsSync, readdirSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { File } from '@wingmark/contract/files'
import { changeVisibility } from '@wingmark/contract/reviews'
import { describe, expect, test } from 'vitest'
import { webFolder } from '#server/modules/pages/service'
import { finished } from '../../test/files.ts'
import { newOpenReview, newUser } from '../../test/people.ts'
import { withApp } from '../../test/shared-app.ts'
import { startTestApp, type TestApp } from '../../test/start-test-app.ts'

let app: TestApp
let token: string
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
  token = (await newUser(app)).token
})

const post = (body: string, contentType = 'application/json') =>
  app.fetch('/review/api/v1', {
    method: 'POST',
    body,
    headers: { 'content-type': contentType },
    caller: { token },
  })

async function failureOf(response: Response) {
  const body = (await response.json()) as { success: boolean; code: string; message: string; errors?: object }
  expect(body.success).toBe(false)
  expect(JSON.stringify(body)).not.toMatch(/node_modules|at \w+ \(|select |\/src\//)
  return { status: response.status, ...body }
}

test('half a JSON body is unreadable', async () => {
  const failure = await failureOf(await post('{"name": "x", "fil'))
  expect(failure).toMatchObject({
    status: 400,
    message: 'The request couldn’t be read. Check that it is valid JSON.',
  })
})

test.each(['text/plain', 'application/json\t;x', 'application/xml'])('%s is not JSON', async (type) => {
  const failure = await failureOf(await post('{"name":"x"}', type))
  expect([failure.status, failure.message]).toEqual([415, 'Send this request as JSON.'])
})

test.each([
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
  'Application/JSON',
  'application/json;',
])('%s is', async (type) => {
  expect((await failureOf(await post('{"name":"x"}', type))).status).toBe(422)
})

test.each(['null', '[]', '"x"', ''])('the body %j names the missing fields', async (body) => {
  const failure = await failureOf(await post(body))
  expect(failure.status).toBe(422)
  expect(Object.keys(failure.errors ?? {})).toEqual(['name', 'files'])
})

test('2 MB of JSON is too large', async () => {
  expect((await failureOf(await post(JSON.stringify({ name: 'x'.repeat(2_000_000) })))).status).toBe(413)
})

test('10,000 levels of nesting are refused', async () => {
  const failure = await failureOf(await post(`{"name":${'['.repeat(10_000)}${']'.repeat(10_000)}}`))
  expect(failure).toMatchObject({
    status: 400,
    message: 'The request couldn’t be read. Check that it is valid JSON.',
  })
})

test('prototype keys change nothing', async () => {
  expect((await failureOf(await post('{"__proto__":{"admin":true},"name":"x"}'))).status).toBe(400)
  expect((await failureOf(await post('{"constructor":{"prototype":{"admin":true}}}'))).status).toBeLessThan(
    500,
  )
  expect(({} as Record<string, unknown>).admin).toBeUndefined()
})

test('a known path says which methods it has', async () => {
  for (const method of ['PUT', 'OPTIONS', 'DELETE']) {
    const response = await app.fetch('/review/api/v1/user', { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toContain('GET')
  }
})

test('TRACE is refused with 405', async () => {
  const { hostname, port } = new URL(app.url)
  const status = await new Promise((resolve) => {
    request({ hostname, port, path: '/review/api/v1/user', method: 'TRACE' }, (response) =>
      resolve(response.statusCode),
    ).end()
  })
  expect(status).toBe(405)
})

test.each(['/nothing/api/v1', '/review/api/v1/x/y/z', '/user/api/v1/nothing'])(
  '%s is 404 in JSON',
  async (path) => {
    expect((await failureOf(await app.fetch(path))).status).toBe(404)
  },
)

test('malformed ids are missing, all in the same words', async () => {
  const ids = ['undefined', 'null', '1', 'x'.repeat(5_000), '..%2f', '%00', crypto.randomUUID()]
  const answers = await Promise.all(ids.map((id) => app.fetch(`/review/api/v1/${id}`).then(failureOf)))
  for (const { status, code, message } of answers) {
    expect({ status, code, message }).toEqual({ status: 404, code: 'NOT_FOUND', message: 'Not found.' })
  }
})

test.each(['0', '-1', '1e9', 'abc', '1.5'])('page=%s is refused in words', async (page) => {
  const failure = await failureOf(await app.fetch(`/review/api/v1/public?page=${page}`))
  expect(failure).toMatchObject({ status: 422, message: 'Page must be a whole number of 1 or more.' })
})

test('limits are capped, repeated parameters count once', async () => {
  const fine = ['limit=100000', 'page=1&page=2', 'limit[]=5']
  for (const query of fine) expect((await app.fetch(`/review/api/v1/public?${query}`)).status).toBe(200)
  expect((await app.fetch('/review/api/v1/public?limit=0')).status).toBe(422)
})

test.each(['passwordHash', '-createdAt;drop'])('sort=%s is unknown', async (sort) => {
  const failure = await failureOf(await app.fetch(`/review/api/v1/public?sort=${sort}`))
  expect(failure).toMatchObject({ status: 422, message: 'Unknown sort order.' })
})

test('a header of 100 KB is refused by the parser, in JSON', async () => {
  const { hostname, port } = new URL(app.url)
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.on('data', (data) => (text += data))
    socket.on('close', () => resolve(text))
    socket.on('error', () => resolve(text))
    socket.write(
      `GET /user/api/v1/profile HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${'x'.repeat(100_000)}\r\n\r\n`,
    )
  })
  expect(answer).toMatch(/^HTTP\/1.1 431/)
  expect(answer).toContain('"code":"HEADERS_TOO_LARGE"')
})

test('every answer carries the protecting headers', async () => {
  for (const path of ['/health/live', '/nothing/api/v1', '/', '/openapi.json']) {
    const { headers } = await app.fetch(path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("object-src 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/]{43}='){3}(;|$)/)
  }
})

test('search engines may only index public reviews', async () => {
  const owner = await newUser(app)
  const { review, files } = await newOpenReview(app, owner)
  const file = await finished(app, owner, files[0] as File)
  const tagOf = async (path: string) => (await app.fetch(path)).headers.get('x-robots-tag')
  const isBuilt = existsSync(`${webFolder}/index.html`)
  const page = `/reviews/${review._id}`
  const itsOwn = [`/review/api/v1/${review._id}`, `/files/thumbnail/${file.key}`, ...(isBuilt ? [page] : [])]
  for (const path of [...itsOwn, '/reviews/x', '/files/x', '/user/api/v1/profile', '/docs']) {
    expect([path, await tagOf(path)]).toEqual([path, 'noindex'])
  }
  const public_ = { params: { id: review._id }, body: { visibility: 'PUBLIC' as const } }
  await app.call(changeVisibility, public_, owner)
  for (const path of [...itsOwn, '/review/api/v1/public', '/', '/help']) {
    expect([path, await tagOf(path)]).toEqual([path, null])
  }
  if (isBuilt) expect(await (await app.fetch(page)).text()).not.toContain('noindex')
})

test('public pages have their title, description and address in their head', async () => {
  if (!existsSync(`${webFolder}/index.html`)) return
  const origin = new URL(app.deps.config.publicUrl).origin
  for (const [path, home] of [
    ['/', '/'],
    ['/landing?from=mail', '/'],
    ['/landing/review', '/landing/review'],
    ['/pricing', '/pricing'],
  ]) {
    const html = await (await app.fetch(path ?? '')).text()
    expect(html).toMatch(/<title>[^<]*Wingmark[^<]*<\/title>\s*<meta name="description" content="[^"]{20,}">/)
    expect(html).toContain(`<link rel="canonical" href="${origin}${home}">`)
    expect(html).toContain(`<meta property="og:image" content="${origin}/wingmark.jpg">`)
    expect(html.match(/<title>/g)).toHaveLength(1)
  }
  for (const path of ['/', '/landing', '/landing/review', '/landing/connection']) {
    const html = await (await app.fetch(path)).text()
    const begins =
      /<section id="first-front" aria-label="Wingmark">.*<h1>[^<]+<\/h1>.*<img src="(\/assets\/(room|people)-light[^"]+)"/s.exec(
        html,
      )
    expect([path, begins?.[2]]).toEqual([path, path === '/landing/connection' ? 'people' : 'room'])
    expect((await app.fetch(begins?.[1] ?? '')).headers.get('content-type')).toBe('image/webp')
    // Only the theme comes before it, of which nothing is fetched.
    expect(html.indexOf('first-front')).toBeLessThan(html.search(/<script[^>]* src=/))
    // Reviews kept on the device stand above the picture, on the home page alone.
    expect([path, html.includes("'offlineReviews'")]).toEqual([path, !path.startsWith('/landing/')])
  }
  expect(await (await app.fetch('/dashboard')).text()).not.toMatch(/canonical|first-front|first-room"/)
  // The answer does not reveal whether the review exists; the room looks the same at first.
  const room = await (await app.fetch('/reviews/0190a0a0-0000-7000-8000-000000000000')).text()
  expect(room).toMatch(/<body>\s*<div id="first-room"><\/div>/)
  expect((await app.fetch('/wingmark.jpg')).headers.get('content-type')).toBe('image/jpeg')
  const robots = await app.fetch('/robots.txt')
  expect(robots.headers.get('content-type')).toMatch('text/plain')
  expect(await robots.text()).toContain('Disallow: /dashboard')
})

test('health says live, ready and the schema of the database', async () => {
  const migrations = readdirSync(new URL('../db/migrations', import.meta.url)).filter((name) =>
    /^\d/.test(name),
  )
  expect((await app.fetch('/health/live')).status).toBe(200)
  const ready = await app.fetch('/health/ready')
  expect({ status: ready.status, body: await ready.json() }).toEqual({
    status: 200,
    body: { status: 'ready', schema: Number.parseInt(migrations.sort().at(-1) ?? '', 10) },
  })
})

describe('the OpenAPI document', () => {
  type Operation = {
    operationId?: string
    security?: Record<string, string[]>[]
    tags: string[]
    parameters?: { name: string; in: string; required?: boolean }[]
    responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>
  }
  const read = async () =>
    (await (await app.fetch('/openapi.json')).json()) as {
      tags: { name: string }[]
      paths: Record<string, Record<string, Operation>>
      components: { securitySchemes: object; schemas: object }
    }
  const everySchema = (value: unknown): Record<string, unknown>[] =>
    typeof value !== 'object' || value === null
      ? []
      : [value as Record<string, unknown>, ...Object.values(value).flatMap(everySchema)]

  test('lists the routes', async () => {
    const { paths } = await read()
    expect(Object.keys(paths)).toContain('/review/api/v1/{id}')
    expect(Object.keys(paths['/review/api/v1/{id}'] ?? {})).toEqual(['get', 'patch', 'delete'])
    expect(Object.keys(paths['/user/api/v1/export'] ?? {})).toEqual(['post', 'get'])
  })

  // The rules that @redocly/cli and @stoplight/spectral-cli recommend.
  test('keeps the rules that linters recommend', async () => {
    const document = await read()
    const tags = document.tags.map((one) => one.name)
    const ids: unknown[] = []
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [
        method,
        { operationId, security, responses, parameters = [], ...operation },
      ] of Object.entries(operations)) {
        const where = `${method} ${path}`
        ids.push(operationId)
        expect(security?.length, where).toBeGreaterThan(0)
        for (const name of security?.flatMap((one) => Object.keys(one)) ?? [])
          expect(Object.keys(document.components.securitySchemes), where).toContain(name)
        for (const tag of operation.tags) expect(tags, where).toContain(tag)
        const statuses = Object.keys(responses)
        expect(
          statuses.some((one) => one.startsWith('2')),
          where,
        ).toBe(true)
        expect(
          statuses.some((one) => one.startsWith('4')),
          where,
        ).toBe(true)
        for (const one of Object.values(responses))
          expect(one.description, where).not.toMatch(/^(Default Response)?$/)
        const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
        const notified = parameters.filter((one) => one.in === 'path')
        expect(notified.map((one) => one.name).sort(), where).toEqual(inPath.sort())
      }
    }
    expect(ids.every((one) => typeof one === 'string' && /^[a-z]\w+$/i.test(one))).toBe(true)
    expect(new Set(ids).size).toBe(ids.length)
    for (const schema of everySchema(document)) {
      if (schema.type === 'array') expect(schema.items, JSON.stringify(schema)).toBeTypeOf('object')
      if (schema.type === 'object' && Array.isArray(schema.required))
        expect(Object.keys(schema.properties ?? {}), JSON.stringify(schema)).toEqual(
          expect.arrayContaining(schema.required),
        )
      if (typeof schema.$ref === 'string')
        expect(
          Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`),
        ).toContain(schema.$ref)
      expect(schema).not.toHaveProperty('nullable')
    }
  })

  test('lists the failures of each operation, by one shape', async () => {
    const { paths } = await read()
    const login = paths['/user/api/v1/login']?.patch?.responses ?? {}
    expect(login['401']?.description).toContain('UNAUTHENTICATED')
    for (const responses of Object.values(paths).flatMap((one) =>
      Object.values(one).map((two) => two.responses),
    ))
      for (const [status, { content }] of Object.entries(responses))
        if (Number(status) >= 400 && content)
          expect(content).toEqual({
            'application/json': { schema: { $ref: '#/components/schemas/Failure' } },
          })
  })

  test('describes live events, resumable uploads and share links', async () => {
    const { paths, components } = await read()
    const events = JSON.stringify(paths['/live/api/v1/review/{id}']?.get?.responses['200'])
    for (const event of ['comment.created', 'presence', 'reset']) expect(events).toContain(`"${event}"`)
    expect(JSON.stringify(paths['/live/api/v1/user'])).toContain('"notification.created"')
    expect(Object.keys(paths['/file/api/v1/tus/{id}'] ?? {})).toEqual(['head', 'patch', 'delete'])
    expect(paths['/file/api/v1/tus']?.post?.operationId).toBe('createTusUpload')
    const download = paths['/transfer/api/v1/file/download/{id}']?.get
    expect(Object.keys(download?.responses ?? {})).toEqual(['200', '206', '304', '401', '404', '416', '429'])
    expect(JSON.stringify(components.securitySchemes)).toContain('X-Share-Token')
    expect(paths['/comment/api/v1']?.post?.security).toContainEqual({ bearer: [], shareToken: [] })
  })
})

test('the OpenAPI document says how a file is sent', async () => {
  const { paths } = (await (await app.fetch('/openapi.json')).json()) as {
    paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: object }> } }>>
  }
  const { content } = paths['/file/api/v1']?.post?.requestBody ?? {}
  expect(content?.['multipart/form-data']?.schema).toMatchObject({
    properties: {
      file: { type: 'string', format: 'binary' },
      purpose: { enum: ['REVIEW', 'COMMENT', 'TRANSFER'] },
    },
    required: ['file'],
  })
})

test('a NUL in a share code, a date at the end of time and a long boundary are bad input, not faults', async () => {
  const send = (method: string, path: string, body: object) =>
    app.fetch(path, {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
      caller: { token },
    })
  expect((await send('PATCH', '/review/api/v1/get-review', { shareCode: 'a\u0000b' })).status).toBe(403)
  for (const expiresAt of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59']) {
    const path = `/review/api/v1/change-share-access/${crypto.randomUUID()}`
    expect((await send('PATCH', path, { expiresAt })).status).toBe(422)
  }
  const upload = await app.fetch('/file/api/v1', {
    method: 'POST',
    body: 'x',
    headers: { 'content-type': `multipart/form-data; boundary=${'y'.repeat(5_000)}` },
    caller: { token },
  })
  expect((await failureOf(upload)).message).toBe('The upload couldn’t be read. Please try again.')
})

test('no cache stores answers of the API', async () => {
  for (const path of ['/user/api/v1/profile', '/review/api/v1/public']) {
    const response = await app.fetch(path, { caller: { token } })
    expect(response.headers.get('cache-control')).toBe('no-store')
  }
})

describe('a body that is packed', () => {
  test.each(['gzip', 'br', 'banana'])('is refused in words, wherever it is sent: %s', async (coding) => {
    const body = gzipSync('{"name":"x","files":[]}')
    const bodies = [
      ['/review/api/v1', 'application/json'],
      ['/file/api/v1', 'multipart/form-data; boundary=x'],
      ['/file/api/v1/tus', 'application/offset+octet-stream'],
    ] as const
    for (const [path, type] of bodies) {
      const headers = { 'content-type': type, 'content-encoding': coding, 'tus-resumable': '1.0.0' }
      const failure = await failureOf(
        await app.fetch(path, { method: 'POST', body, headers, caller: { token } }),
      )
      expect([failure.status, failure.message]).toEqual([415, 'Send this request without Content-Encoding.'])
    }
  })

  test('is none where it only says identity', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'Identity' }
    const init = { method: 'POST', body: '{"name":"x"}', headers, caller: { token } }
    expect((await failureOf(await app.fetch('/review/api/v1', init))).status).toBe(422)
  })
})

test.each(['multipart/form-data; boundary=x', 'image/png'])(
  '%s sent to an unknown path is 404 as well',
  async (type) => {
    for (const path of ['/file/api/v1/x/y', '/nothing/api/v1']) {
      const init = { method: 'POST', body: '--x', headers: { 'content-type': type }, caller: { token } }
      expect((await failureOf(await app.fetch(path, init))).status).toBe(404)
    }
  },
)

test('an address that cannot be decoded is 404, too', async () => {
  expect((await failureOf(await app.fetch('/file/api/v1/%ff'))).status).toBe(404)
})

/** Sends raw bytes, keeps its own side open, and waits until the server has closed the connection. */
function sendRaw(text: string, at = app): Promise<{ answer: string; isClosed: boolean }> {
  const { hostname, port } = new URL(at.url)
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }, () =>
      socket.write(text),
    )
    const finish = (isClosed: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ answer, isClosed })
    }
    const timer = setTimeout(() => finish(false), 8_000)
    // Writes after the answer until that fails: only then is the other side gone, and not merely done sending.
    let nudge: NodeJS.Timeout | undefined
    socket.on('data', (data) => {
      answer += data
      nudge ??= setInterval(() => socket.write('x'), 50)
    })
    socket.on('error', () => finish(true))
    socket.on('close', () => {
      clearInterval(nudge)
      finish(true)
    })
  })
}

describe('a connection that is refused', () => {
  test.each([
    ['400', 'NONSENSE\r\n\r\n'],
    ['431', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
  ])('with %s is closed, also when its caller stays', async (status, text) => {
    const { answer, isClosed } = await sendRaw(text)
    expect([answer.slice(0, 12), isClosed]).toEqual([`HTTP/1.1 ${status}`, true])
  })

  test('for naming two hosts gets an answer that says so', async () => {
    const { answer, isClosed } = await sendRaw('GET /health/live HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
    expect(answer).toContain('The request has more than one host.')
    expect(isClosed).toBe(true)
  })
})

test.each([
  '/docs/static/../x',
  '/docs/static/%00',
  '/docs/static//x',
  '/docs/static/..%2f..%2fx',
  '/docs/static/x',
])('%s is not there', async (path) => {
  const { answer } = await sendRaw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  expect(answer.split('\r\n')[0]).toBe('HTTP/1.1 404 Not Found')
  expect(answer).not.toMatch(/node_modules|at \w+ \(/)
})

describe('the metrics', () => {
  const metrics = (at: TestApp, headers: Record<string, string> = {}) =>
    at.fetch('/metrics', { headers }).then((response) => response.status)

  test('are shown on this machine, and to nobody behind a proxy', async () => {
    expect(await metrics(app)).toBe(200)
    for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded'])
      expect(await metrics(app, { [name]: '127.0.0.1' })).toBe(404)
  })

  test('need the token where a proxy may be in front, whatever the claimed address', async () => {
    const open = await startTestApp({ config: { trustProxy: true } })
    const closed = await startTestApp({
      config: { publicUrl: 'https://review.example.com', metricsToken: 'a-secret-of-the-operator' },
    })
    try {
      expect(await metrics(open)).toBe(404)
      for (const at of [open, closed]) expect(await metrics(at, { 'x-forwarded-for': '127.0.0.1' })).toBe(404)
      expect(await metrics(closed)).toBe(404)
      expect(await metrics(closed, { authorization: 'Bearer a-secret-of-the-operator' })).toBe(200)
    } finally {
      await Promise.all([open.close(), closed.close()])
    }
  })
})

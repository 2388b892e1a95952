import { createHash, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { maxFileBytes } from '@wingmark/contract/limits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { png } from '../../apps/server/test/people.ts'
import { Installation } from '../support/installation.ts'
import { pause } from '../support/time.ts'

/** Longer than Node's default of five minutes for a request; the specification gives this size thirty. */
const seconds = 330
const stepMs = 250

let installation: Installation
beforeAll(async () => {
  installation = await Installation.start()
})
afterAll(() => installation?.end())

const head = png()
const filler = randomBytes(1_048_576)
const boundary = 'a-boundary'
const formHead = Buffer.from(
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`,
)
const formTail = Buffer.from(`\r\n--${boundary}--\r\n`)

/** The largest accepted file, in as many equal steps as the connection needs; never in memory as a whole. */
function* steps(): Generator<Buffer> {
  const count = (seconds * 1_000) / stepMs
  let at = 0
  for (let n = 1; n <= count; n++) {
    const end = Math.floor((maxFileBytes * n) / count)
    const parts: Buffer[] = at === 0 ? [head] : []
    for (let from = at + (parts[0]?.length ?? 0); from < end; ) {
      const part = filler.subarray(0, Math.min(filler.length, end - from))
      parts.push(part)
      from += part.length
    }
    at = end
    yield Buffer.concat(parts)
  }
}

type Call = { method: string; path: string; headers: Record<string, string>; before?: Buffer; after?: Buffer }

/** The file's id, once every byte has gone over the slow connection, and the hash of what was sent. */
async function sendSlowly({ method, path, headers, before, after }: Call) {
  const length = maxFileBytes + (before?.length ?? 0) + (after?.length ?? 0)
  const target = request(installation.server.origin + path, {
    method,
    headers: { authorization: `Bearer ${installation.token}`, 'content-length': length, ...headers },
  })
  const answered = new Promise<{ status: number; id: string }>((resolve, reject) => {
    target.on('error', reject)
    target.on('response', async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      const id = response.headers['x-file-id'] ?? JSON.parse(text || '{}').result?._id
      resolve({ status: response.statusCode ?? 0, id: String(id) })
    })
  })
  const hash = createHash('sha256')
  if (before) target.write(before)
  for (const step of steps()) {
    hash.update(step)
    target.write(step)
    await Promise.race([pause(stepMs), answered])
  }
  target.end(after)
  return { ...(await answered), sum: hash.digest('hex') }
}

async function createTus(): Promise<string> {
  const answer = await fetch(`${installation.server.origin}/file/api/v1/tus`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${installation.token}`,
      'tus-resumable': '1.0.0',
      'upload-length': String(maxFileBytes),
      'upload-metadata': `filename ${Buffer.from('a.png').toString('base64')}`,
    },
  })
  expect(answer.status).toBe(201)
  return new URL(answer.headers.get('location') ?? '', installation.server.origin).pathname
}

async function sumOf(id: string): Promise<string> {
  const { result } = await installation.askJson('GET', `/file/api/v1/${id}`)
  const { pathname, search } = new URL(result.url)
  const answer = await fetch(installation.server.origin + pathname + search)
  const hash = createHash('sha256')
  for await (const chunk of answer.body ?? []) hash.update(chunk)
  return hash.digest('hex')
}

test('500 MB over a slow connection arrive complete, by the form and by tus', async ({ annotate }) => {
  const byForm: Call = {
    method: 'POST',
    path: '/file/api/v1',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    before: formHead,
    after: formTail,
  }
  const byTus: Call = {
    method: 'PATCH',
    path: await createTus(),
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
  }
  const from = performance.now()
  const [form, tus] = await Promise.all([sendSlowly(byForm), sendSlowly(byTus)])
  const took = Math.round((performance.now() - from) / 1_000)
  expect([form.status, tus.status]).toEqual([201, 204])
  for (const { id, sum } of [form, tus]) expect(await sumOf(id)).toBe(sum)
  await annotate(`${maxFileBytes} bytes each way in ${took} s, not cut, equal by their sum`)
})

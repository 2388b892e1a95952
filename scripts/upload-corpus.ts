// Uploads a folder and checks results. Usage: node scripts/upload-corpus.ts [--through=multipart|tus] [--files=disk|s3]
// <folder> [server]
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, extname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { tusContentType, tusPath, tusVersion } from '@wingmark/contract/tus'
import { launch } from '../apps/server/test/running-server.ts'
import { s3Env, startStore } from '../apps/server/test/s3/start-store.ts'

type Expectation = 'accept+thumb' | 'accept' | 'accept-or-4xx' | 'neutralise' | 'reject'
type Case = { path: string; name: string; expect: Expectation }
type UploadedFile = {
  _id: string
  state: 'PROCESSING' | 'READY' | 'FAILED'
  error?: string
  mime: string
  thumbnailUrl: string
  previewUrl: string
  url: string
}

const expectations = new Set(['accept+thumb', 'accept', 'accept-or-4xx', 'neutralise', 'reject'])
const videos = new Set(['.mp4', '.mpeg', '.mpg', '.mov', '.avi', '.webm', '.ogg'])
const atOnce = 4
const settledWithinMs = 120_000
const answeredWithinMs = 500
/** Hostile files name this address: a request to it means that one of them was obeyed. */
const canaryPort = 19_999

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    through: { type: 'string', default: 'multipart' },
    files: { type: 'string', default: 'disk' },
  },
})
const [folder, address] = positionals
if (!folder || !['multipart', 'tus'].includes(options.through) || !['disk', 's3'].includes(options.files)) {
  console.error(
    'Usage: node scripts/upload-corpus.ts [--through=multipart|tus] [--files=disk|s3] <folder> [address of a running server]',
  )
  process.exit(2)
}

function isExpectation(text: string | undefined): text is Expectation {
  return text !== undefined && expectations.has(text)
}

/** Rows of a CSV file whose fields may be quoted. */
function parseCsv(text: string): string[][] {
  return text
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        (match) => match[1]?.replaceAll('""', '"') ?? match[2] ?? '',
      ),
    )
}

/** From INDEX.csv if present (columns `file` and `expect`); else every file, accepted or refused. */
async function listCases(root: string): Promise<Case[]> {
  const index = join(root, 'INDEX.csv')
  if (!existsSync(index)) {
    const entries = await readdir(root, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => ({ path, name: relative(root, path), expect: 'accept-or-4xx' }))
  }
  const [header = [], ...rows] = parseCsv(await readFile(index, 'utf8'))
  const [file, expected] = [header.indexOf('file'), header.indexOf('expect')]
  return rows.flatMap((row) => {
    const [name = '', expect] = [row[file], row[expected]]
    return isExpectation(expect) ? [{ path: join(root, name), name, expect }] : []
  })
}

async function register(server: string): Promise<string> {
  const password = randomUUID()
  const body = { name: 'Corpus', email: `${randomUUID()}@example.test`, password, confirmPassword: password }
  const response = await fetch(`${server}/user/api/v1/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer: { result: { accessToken: string } } = await response.json()
  return answer.result.accessToken
}

type Answer = { status: number; message: string; file: UploadedFile | null }
type Sent = { bytes: Buffer; name: string; purpose: string }
type Headers = Record<string, string>

async function sendForm(server: string, headers: Headers, { bytes, name, purpose }: Sent): Promise<Answer> {
  const form = new FormData()
  form.set('purpose', purpose)
  form.set('file', new Blob([new Uint8Array(bytes)]), name)
  const response = await fetch(`${server}/file/api/v1`, { method: 'POST', headers, body: form })
  const answer = (await response.json()) as { message?: string; result?: UploadedFile }
  return { status: response.status, message: answer.message ?? '', file: answer.result ?? null }
}

/** In two pieces; the last answer has the file's id. */
async function sendPieces(server: string, headers: Headers, { bytes, name, purpose }: Sent): Promise<Answer> {
  const metadata = Object.entries({ filename: name, purpose }).map(
    ([field, value]) => `${field} ${Buffer.from(value).toString('base64')}`,
  )
  const tus = { ...headers, 'tus-resumable': tusVersion }
  const created = await fetch(server + tusPath, {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': metadata.join(',') },
  })
  if (created.status !== 201) return refusal(created)
  const place = new URL(created.headers.get('location') ?? '', server)
  const half = Math.ceil(bytes.length / 2)
  let id = ''
  for (const [offset, end] of [
    [0, half],
    [half, bytes.length],
  ] as const) {
    if (offset === end) continue
    const response = await fetch(server + place.pathname, {
      method: 'PATCH',
      headers: { ...tus, 'content-type': tusContentType, 'upload-offset': String(offset) },
      body: new Uint8Array(bytes.subarray(offset, end)),
    })
    if (response.status !== 204) return refusal(response)
    id = response.headers.get('x-file-id') ?? ''
  }
  const found = await fetch(`${server}/file/api/v1/${id}`, { headers })
  const { result } = (await found.json()) as { result: UploadedFile }
  return { status: found.status === 200 ? 201 : found.status, message: '', file: result }
}

async function refusal(response: Response): Promise<Answer> {
  const { message = '' } = (await response.json()) as { message?: string }
  return { status: response.status, message, file: null }
}

const send = options.through === 'tus' ? sendPieces : sendForm

/** Null when all is well, else the problem. */
async function tryCase(server: string, token: string, { path, name, expect }: Case): Promise<string | null> {
  const bytes = await readFile(path)
  const purpose = videos.has(extname(name).toLowerCase()) ? 'COMMENT' : 'REVIEW'
  const headers = { authorization: `Bearer ${token}` }
  const answer = await send(server, headers, { bytes, name: basename(name), purpose })
  if (answer.status >= 400 && answer.status < 500) {
    return expect === 'accept' || expect === 'accept+thumb' ? `refused: ${answer.message}` : null
  }
  if (answer.status !== 201 || answer.file === null) return `answered ${answer.status}`
  if (expect === 'reject') return 'was accepted'
  const file = await settle(server, headers, answer.file)
  if (file === null) return 'was never finished'
  const original = await checkOriginal(server, file, bytes)
  if (original !== null) return original
  if (expect !== 'accept+thumb') return null
  if (file.state !== 'READY') return `no preview: ${file.error}`
  return (await checkPicture(server, file.thumbnailUrl)) ?? (await checkPicture(server, file.previewUrl))
}

async function settle(server: string, headers: Record<string, string>, uploaded: UploadedFile) {
  const until = performance.now() + settledWithinMs
  while (performance.now() < until) {
    const response = await fetch(`${server}/file/api/v1/${uploaded._id}`, { headers })
    const { result }: { result: UploadedFile } = await response.json()
    if (result.state !== 'PROCESSING') return result
    await new Promise((done) => setTimeout(done, 200))
  }
  return null
}

const at = (server: string, url: string) => server + new URL(url).pathname + new URL(url).search
const sum = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function checkOriginal(server: string, file: UploadedFile, bytes: Buffer): Promise<string | null> {
  const response = await fetch(at(server, file.url))
  if (sum(new Uint8Array(await response.arrayBuffer())) !== sum(bytes)) return 'the download has other bytes'
  if (response.headers.get('content-type') !== file.mime) return 'the download has another type'
  if (response.headers.get('x-content-type-options') !== 'nosniff') return 'the download may be sniffed'
  if (!response.headers.get('content-security-policy')?.includes('sandbox')) return 'the download may run'
  const isShown = response.headers.get('content-disposition')?.startsWith('inline')
  return isShown && file.mime.includes('svg') ? 'an SVG is shown instead of downloaded' : null
}

async function checkPicture(server: string, url: string): Promise<string | null> {
  const response = await fetch(at(server, url))
  const head = Buffer.from(await response.arrayBuffer()).toString('latin1', 0, 12)
  return response.status === 200 && head.startsWith('RIFF') && head.endsWith('WEBP')
    ? null
    : 'a drawn picture is missing'
}

/** Makes requests like another user, all the time; returns the slowest times in milliseconds. */
function askMeanwhile(server: string) {
  const times: number[] = []
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      const started = performance.now()
      const response = await fetch(`${server}/health/ready`).catch(() => null)
      times.push(response?.status === 200 ? performance.now() - started : Number.POSITIVE_INFINITY)
      await new Promise((done) => setTimeout(done, 50))
    }
  })()
  return async () => {
    isOver = true
    await asking
    return times.toSorted((a, b) => a - b)
  }
}

async function watchCanary(): Promise<() => number> {
  let hits = 0
  const canary = createServer((_, response) => {
    hits += 1
    response.end()
  })
  await new Promise<void>((ready) =>
    canary.once('error', () => ready()).listen(canaryPort, '127.0.0.1', ready),
  )
  canary.unref()
  return () => hits
}

async function tryAll(server: string, root: string): Promise<boolean> {
  const token = await register(server)
  const cases = await listCases(root)
  const canaryHits = await watchCanary()
  const stopAsking = askMeanwhile(server)
  const waiting = [...cases]
  let failures = 0
  const work = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      const problem = await tryCase(server, token, one).catch((error: unknown) => String(error))
      if (problem === null) continue
      failures += 1
      console.log(`${one.name}: expected ${one.expect}, but ${problem}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const times = await stopAsking()
  const slowest = Math.round(times.at(-1) ?? 0)
  const typical = Math.round(times[Math.floor(times.length * 0.95)] ?? 0)
  console.log(`${cases.length - failures} of ${cases.length} files ended as expected.`)
  console.log(`Others were answered in ${typical} ms (95 of 100), ${slowest} ms at most.`)
  if (canaryHits() > 0) console.log(`The server fetched ${canaryHits()} addresses that files named.`)
  return failures === 0 && canaryHits() === 0 && typical < answeredWithinMs
}

/** The server of this source tree, with a temporary data folder. */
async function startTemporaryServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'wingmark-corpus-'))
  const store = options.files === 's3' ? await startStore() : null
  const env = store ? s3Env(await store.newBucket()) : {}
  const { child, origin, ready, exit } = await launch({ dataDir, env })
  await ready
  const stop = async () => {
    child.kill('SIGTERM')
    await exit
    await store?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url: origin, stop }
}

const server = address
  ? { url: address.replace(/\/$/, ''), stop: async () => {} }
  : await startTemporaryServer()
try {
  process.exitCode = (await tryAll(server.url, resolve(folder))) ? 0 : 1
} finally {
  await server.stop()
}

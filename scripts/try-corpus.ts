// Uploads every file of a folder to a server and says whether each ended as it should, while others are being answered.
// Usage: node scripts/try-corpus.ts <folder> [address of a running server]
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, extname, join, relative, resolve } from 'node:path'
import { launch } from '../apps/server/test/running-server.ts'

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

const [folder, address] = process.argv.slice(2)
if (!folder) {
  console.error('Usage: node scripts/try-corpus.ts <folder> [address of a running server]')
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

/** By INDEX.csv where there is one (columns `file` and `expect`); else every file, accepted or refused. */
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

/** Null when all is well, else what is wrong. */
async function tryCase(server: string, token: string, { path, name, expect }: Case): Promise<string | null> {
  const bytes = await readFile(path)
  const form = new FormData()
  form.set('purpose', videos.has(extname(name).toLowerCase()) ? 'COMMENT' : 'REVIEW')
  form.set('file', new Blob([bytes]), basename(name))
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${server}/file/api/v1`, { method: 'POST', headers, body: form })
  const answer: { message?: string; result: UploadedFile } = await response.json()
  if (response.status >= 400 && response.status < 500) {
    return expect === 'accept' || expect === 'accept+thumb' ? `refused: ${answer.message}` : null
  }
  if (response.status !== 201) return `answered ${response.status}`
  if (expect === 'reject') return 'was accepted'
  const file = await settle(server, headers, answer.result)
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
    await new Promise((wake) => setTimeout(wake, 200))
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

/** Asks like another user, all the time; answers the slowest times in milliseconds. */
function askMeanwhile(server: string) {
  const times: number[] = []
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      const started = performance.now()
      const response = await fetch(`${server}/health/ready`).catch(() => null)
      times.push(response?.status === 200 ? performance.now() - started : Number.POSITIVE_INFINITY)
      await new Promise((wake) => setTimeout(wake, 50))
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

/** The server of this source tree, with a data folder that goes with it. */
async function startTemporaryServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'wingmark-corpus-'))
  const { child, origin, ready, exit } = await launch({ dataDir })
  await ready
  const stop = async () => {
    child.kill('SIGTERM')
    await exit
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

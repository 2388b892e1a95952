/** Zips of deliveries with few large or many small files, beside a bare stream, `zip` and an export's zip. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { link, mkdir, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { maxFileBytes } from '@wingmark/contract/limits'
import { tusPath } from '@wingmark/contract/tus'
import { finish, median, note, report } from './report.ts'
import { inRounds } from './support/in-rounds.ts'
import { type LargeBody, largePng } from './support/large-png.ts'
import { sendTus } from './support/send-tus.ts'
import { memoryOver, type Uploading, whileUploading } from './support/uploading.ts'

/** The first is not counted. */
const rounds = 4
/** Copies share their bytes, so one upload is enough for all of them. */
const large = { what: '10 × 500 MB', files: 1, bytes: maxFileBytes, times: 10 }
const small = { what: '10,000 × 100 kB', files: 100, bytes: 100_000, times: 100 }
const atOnce = 10
/** Of each of those at once; the rest is cut. */
const partBytes = 1_000_000_000
/** `BENCH_PART=memory` for one of `small`, `memory` and `large`. */
const part = process.env['BENCH_PART']
const isWanted = (name: 'small' | 'memory' | 'large') => part === undefined || part === name

type Shape = typeof large

/** All different. */
function bodyOf(bytes: number): LargeBody {
  if (bytes > 10_000_000) return largePng(bytes)
  const none = Buffer.alloc(0)
  return { contentLength: bytes, head: randomBytes(bytes), block: none, blocks: 0, tail: none }
}

/** MB a second from a program or an address; cut after `most` bytes. */
type Taken = { rate: number; firstMs: number; bytes: number }
const fetchAll = (url: string, range?: string, most = Number.POSITIVE_INFINITY) =>
  new Promise<Taken>((resolve, reject) => {
    const from = performance.now()
    let [bytes, firstMs] = [0, 0]
    const done = () => resolve({ rate: bytes / 1e3 / (performance.now() - from), firstMs, bytes })
    const request = get(url, { agent: false, headers: range ? { range } : {} }, (response) => {
      if ((response.statusCode ?? 500) >= 300) return reject(new Error(`${url}: ${response.statusCode}`))
      response.on('error', reject).on('end', done)
      response.on('data', (part: Buffer) => {
        if (bytes === 0) firstMs = performance.now() - from
        bytes += part.length
        if (bytes >= most) {
          response.removeAllListeners('error').on('error', () => {})
          request.destroy()
          done()
        }
      })
    })
    request.on('error', reject)
  })

const zipByProgram = (folder: string) =>
  new Promise<number>((resolve, reject) => {
    const from = performance.now()
    const child = spawn('zip', ['-0', '-q', '-r', '-', '.'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let bytes = 0
    child.stdout.on('data', (part: Buffer) => {
      bytes += part.length
    })
    child.once('error', reject)
    child.once('close', () => resolve(bytes / 1e3 / (performance.now() - from)))
  })

/** The same files for the peers, as links to a few. */
async function layFiles(folder: string, { files, bytes, times }: Shape): Promise<void> {
  await mkdir(join(folder, 'few'), { recursive: true })
  for (let n = 0; n < files; n++) await writeFile(join(folder, 'few', `${n}.bin`), randomBytes(bytes))
  for (let time = 0; time < times; time++) {
    await mkdir(join(folder, 'all', String(time)), { recursive: true })
    for (let n = 0; n < files; n++)
      await link(join(folder, 'few', `${n}.bin`), join(folder, 'all', String(time), `${n}.bin`))
  }
}

async function measure(given: Uploading): Promise<boolean[]> {
  const { ours, authorization, database, startPeer, untilDone } = given
  await database.query('update users set extra_storage_bytes = 20e9::bigint')
  const call = async (method: string, path: string, body: object) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const answer = await fetch(`${ours.origin}/transfer/api/v1${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()).result
  }
  const name = (words: string) => Buffer.from(words).toString('base64')
  const metadata = `filename ${name('large.png')},purpose ${name('TRANSFER')}`

  /** A delivery of nested folders; its address and size. */
  async function send({ files, bytes, times }: Shape): Promise<{ url: string; size: number; id: string }> {
    const top = (await call('POST', '', { type: 'FOLDER', name: 'All' }))._id
    const first = (await call('POST', '', { type: 'FOLDER', name: 'First', parent: top }))._id
    for (let n = 0; n < files; n++) {
      const target = { origin: ours.origin, path: tusPath, headers: { authorization }, metadata }
      const file = String((await sendTus(target, bodyOf(bytes)))['x-file-id'])
      await call('POST', '', { file, parent: first })
    }
    for (let n = 1; n < times; n++) await call('PATCH', `/copy/${first}`, { parent: top })
    await untilDone()
    const { url } = await call('POST', '/download', { items: [top] })
    const head = await fetch(ours.origin + url, { method: 'HEAD' })
    return { url: ours.origin + url, size: Number(head.headers.get('content-length')), id: top }
  }

  async function rates(shape: Shape, url: string): Promise<boolean[]> {
    let folder = ''
    const peer = await startPeer('zip-bytes.js', async (file) => {
      folder = join(file, `../of-${shape.times}`)
      await layFiles(folder, shape)
      return { FOLDER: join(folder, 'few'), TIMES: String(shape.times) }
    })
    const found = await inRounds(rounds, {
      ours: async () => (await fetchAll(url)).rate,
      bare: async () => (await fetchAll(`${peer.origin}/bare`)).rate,
      exported: async () => (await fetchAll(`${peer.origin}/export`)).rate,
      program: () => zipByProgram(join(folder, 'all')),
    })
    const beside = (rate: number, what: string, atLeast: number) =>
      report({
        what: `a zip of ${shape.what}, beside ${what}`,
        ours: found.ours,
        peer: rate,
        unit: 'MB/s',
        limit: { atLeast },
      })
    return [
      beside(found.bare, 'a bare Node stream of the same bytes', 0.8),
      beside(found.program, '`zip -0 -r -` into a pipe', 2),
      beside(found.exported, 'the zip of an export', 2),
    ]
  }

  async function memory(url: string, count: number, atMost: number): Promise<boolean> {
    const take = () => fetchAll(url, undefined, partBytes)
    const { over } = await memoryOver(ours, () => Promise.all(Array.from({ length: count }, take)))
    const what = count === 1 ? 'one zip of 5 GB' : `${count} of them at once`
    return report({
      what: `${what}, memory over idle`,
      ours: over,
      peer: null,
      unit: 'MB',
      limit: { atMost },
    })
  }

  /** The bare statement that could list them, and how soon a resumed one begins. */
  async function beginnings({ url, size, id }: { url: string; size: number; id: string }) {
    const [first, resumed, bare]: number[][] = [[], [], []]
    const near = Math.floor(size * 0.99)
    for (let n = 0; n < 12; n++) {
      first?.push((await fetchAll(url, undefined, 1)).firstMs)
      const rest = await fetchAll(url, `bytes=${near}-`)
      if (rest.bytes !== size - near) throw new Error('bytes were sent twice')
      resumed?.push(rest.firstMs)
      const from = performance.now()
      await database.query({
        name: 'bare-list',
        text: `select t.*, f.key, b.storage_key, b.crc32, b.sha256 from transfers p join transfers t on t.parent_id = p.id
          join files f on f.id = t.file_id join blobs b on b.id = f.blob_id where p.parent_id = $1`,
        values: [id],
      })
      bare?.push(performance.now() - from)
    }
    const of = (times: number[] = []) => median(times.slice(2))
    note('the bare statement that lists 10,000', of(bare), 'ms')
    return [
      report({
        what: 'first byte of a zip of 10,000, beside the bare SELECT',
        ours: of(first),
        peer: of(bare),
        unit: 'ms',
        limit: { atMost: 3 },
      }),
      report({
        what: 'first byte of one resumed at 99 %, beside the first',
        ours: of(resumed),
        peer: of(first),
        unit: 'ms',
        limit: { atMost: 1.5 },
      }),
    ]
  }

  const kept: boolean[] = []
  if (isWanted('small')) {
    const many = await send(small)
    kept.push(...(await beginnings(many)), ...(await rates(small, many.url)))
  }
  if (!isWanted('memory') && !isWanted('large')) return kept
  const few = await send(large)
  if (isWanted('memory')) kept.push(await memory(few.url, 1, 20), await memory(few.url, atOnce, 60))
  if (isWanted('large')) kept.push(...(await rates(large, few.url)))
  return kept
}

finish(await whileUploading(measure))

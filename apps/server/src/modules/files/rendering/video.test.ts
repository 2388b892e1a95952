import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createComment } from '@wingmark/contract/comments'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fetchFile } from '../../../../test/files.ts'
import { listenToReview } from '../../../../test/listen-live.ts'
import { newFile, newReview, newUser, type Person, waitUntilIdle } from '../../../../test/people.ts'
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts'
import { drawVideo } from './video.ts'

let app: TestApp
let owner: Person
let folder: string
beforeAll(async () => {
  app = await startTestApp()
  owner = await newUser(app)
  folder = await mkdtemp(join(tmpdir(), 'wingmark-video-'))
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

/** As every reader of the comment gets it. */
async function attach(bytes: Buffer, name: string) {
  const { files, review } = await newReview(app, owner)
  const video = await newFile(app, owner, { bytes, name, purpose: 'COMMENT' })
  await waitUntilIdle(app)
  const body = { file: files[0]?._id ?? '', type: 'GENERAL' as const, files: [video._id] }
  const { body: answer } = await app.call(createComment, { body }, owner)
  const [attached] = answer.result.files
  if (!attached) throw new Error('nothing is attached')
  return { ...attached, reviewId: review._id }
}

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0

/** Three seconds of red, then green. */
async function film(name: string, more: string[] = []): Promise<Buffer> {
  const path = join(folder, name)
  const source = 'color=red:size=320x180:rate=25:duration=3'
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, ...more, '-y', path])
  return readFile(path)
}

describe.runIf(hasFfmpeg)('with ffmpeg on the machine, a video', () => {
  test.each([['film.mp4'], ['film.webm'], ['film.mov'], ['film.avi'], ['film.mpg']])(
    '%s has a frame and its length',
    async (name) => {
      const attached = await attach(await film(name), name)
      expect(Math.abs((attached.seconds ?? 0) - 3)).toBeLessThan(0.5)
      const thumbnail = await fetchFile(app, attached.thumbnailUrl)
      expect(thumbnail.status).toBe(200)
      const { dominant } = await sharp(Buffer.from(await thumbnail.arrayBuffer())).stats()
      expect(dominant.r).toBeGreaterThan(200)
      expect(dominant.g).toBeLessThan(60)
    },
  )

  test('announces its length to readers who already have the comment', async () => {
    const { _id, reviewId } = await attach(await film('later.mp4'), 'later.mp4')
    const { rows } = await app.deps.db.pool.query<{ id: string }>(
      'select blob_id as id from files where id = $1',
      [_id],
    )
    const listening = await listenToReview(app.url, reviewId, owner)
    await listening.next('presence')
    await drawVideo(app.deps, { blobId: rows[0]?.id ?? '', renderedFor: null })
    const { data } = await listening.next('comment.updated')
    expect(data).toMatchObject({ files: [{ _id, seconds: 3 }] })
    listening.close()
  })

  test.each(['mp4', 'webm', 'avi'])('with a single frame shows it: %s', async (ending) => {
    const attached = await attach(await film(`one.${ending}`, ['-frames:v', '1']), `one.${ending}`)
    expect((await fetchFile(app, attached.thumbnailUrl)).status).toBe(200)
  })

  test('keeps its location private: the frame does not contain it', async () => {
    const taken = ['-metadata', 'location=+51.5000-000.1000/', '-metadata', 'comment=SecretCam']
    const bytes = await film('taken.mp4', taken)
    expect(bytes.includes('SecretCam')).toBe(true)
    const attached = await attach(bytes, 'taken.mp4')
    const frame = Buffer.from(await (await fetchFile(app, attached.thumbnailUrl)).arrayBuffer())
    const { exif, xmp, icc } = await sharp(frame).metadata()
    expect([exif, xmp, icc]).toEqual([undefined, undefined, undefined])
    for (const secret of ['SecretCam', '51.5000']) expect(frame.includes(secret)).toBe(false)
  })

  test('is served in ranges, as players request it, byte for byte', async () => {
    const bytes = await film('ranges.mp4')
    const attached = await attach(bytes, 'ranges.mp4')
    const part = await fetchFile(app, attached.url ?? '', { headers: { range: 'bytes=100-299' } })
    expect([part.status, part.headers.get('content-type')]).toEqual([206, 'video/mp4'])
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 300))).toBe(true)
    const whole = await fetchFile(app, attached.url ?? '')
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true)
  })
})

test('videos take turns, so that pictures need not wait for all of them', async () => {
  await newFile(app, owner, {
    bytes: Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1'),
    name: 'a.mp4',
    purpose: 'COMMENT',
  })
  const { rows } = await app.deps.db.pool.query(
    `select 1 from graphile_worker._private_job_queues where queue_name = 'videos'`,
  )
  expect(rows).toHaveLength(1)
  await waitUntilIdle(app)
})

test('a broken video has no frame and no length, and is kept', async () => {
  const bytes = Buffer.concat([
    Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1'),
    Buffer.alloc(500),
  ])
  const attached = await attach(bytes, 'broken.mp4')
  expect(attached.seconds).toBeUndefined()
  expect((await fetchFile(app, attached.thumbnailUrl)).status).toBe(404)
  expect((await fetchFile(app, attached.url ?? '')).status).toBe(200)
})

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { File } from '@wingmark/contract/files'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { fetchFile, finished } from '../../../../../test/files.ts'
import { newFile, newUser, type Person, waitUntilIdle } from '../../../../../test/people.ts'
import { withApp } from '../../../../../test/shared-app.ts'
import type { TestApp } from '../../../../../test/start-test-app.ts'
import { placeOf } from '../../../../platform/storage-places.ts'
import { startRenderingAgain } from './service.ts'

let app: TestApp
let owner: Person
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
  owner = await newUser(app)
})

const svg = (inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inside}</svg>`)
const red = { width: 8, height: 8, channels: 3, background: '#f00' } as const

const blobOf = async (file: File) => {
  const { rows } = await app.deps.db.pool.query<{ storage_key: string; drawing: number }>(
    'select b.storage_key, b.drawing from blobs b join files f on f.blob_id = b.id where f.id = $1',
    [file._id],
  )
  if (!rows[0]) throw new Error('the file has no bytes')
  return rows[0]
}

/** As an earlier release left it, with a red preview. */
async function drawnEarlier(file: File) {
  const { storage_key: key } = await blobOf(file)
  const preview = await sharp({ create: red }).webp().toBuffer()
  await writeFile(join(app.dataDir, 'files', placeOf({ key, derivative: 'page-1' })), preview)
  await app.deps.db.pool.query('update blobs set drawing = 0 where storage_key = $1', [key])
}

async function colourOf(file: File) {
  const answer = await fetchFile(app, file.previewUrl)
  expect(answer.status).toBe(200)
  const { data } = await sharp(Buffer.from(await answer.arrayBuffer()))
    .resize(1, 1)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return (data[0] ?? 0) > 128 ? 'red' : 'green'
}

test('SVGs rendered by an earlier release are rendered again, and their pictures replaced', async () => {
  const sent = async (bytes: Buffer, name: string) =>
    finished(app, owner, await newFile(app, owner, { bytes, name }))
  const drawing = await sent(svg('<rect width="9" height="9" fill="green"/>'), 'drawing.svg')
  const photo = await sent(
    await sharp({ create: { ...red, background: '#080' } })
      .png()
      .toBuffer(),
    'photo.png',
  )
  const broken = await sent(svg('<g>'), 'broken.svg')
  expect(broken.state).toBe('FAILED')
  await waitUntilIdle(app)
  expect((await blobOf(drawing)).drawing).toBe(1)
  for (const file of [drawing, photo]) await drawnEarlier(file)
  expect([await colourOf(drawing), await colourOf(photo)]).toEqual(['red', 'red'])
  await app.deps.db.pool.query('update blobs set drawing = 0')

  await startRenderingAgain(app.deps)
  await waitUntilIdle(app)
  expect([await colourOf(drawing), await colourOf(photo)]).toEqual(['green', 'red'])
  expect([(await blobOf(drawing)).drawing, (await blobOf(broken)).drawing]).toEqual([1, 1])

  // Once only: results of the present version stay.
  await drawnEarlier(drawing)
  await app.deps.db.pool.query('update blobs set drawing = 1')
  await startRenderingAgain(app.deps)
  await waitUntilIdle(app)
  expect(await colourOf(drawing)).toBe('red')
})

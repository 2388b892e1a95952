import type { Comment, Marker } from '@wingmark/contract/comments'
import { unlockFile } from '@wingmark/contract/files'
import { changeVersion, deleteVersion } from '@wingmark/contract/versions'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { findEach, newStack } from '../../../../test/carry-stack.ts'
import { eventually } from '../../../../test/eventually.ts'
import { pdf } from '../../../../test/files.ts'
import { lockedPdf } from '../../../../test/locked-pdf.ts'
import { draw, makeDesign, pinOn, placesOf } from '../../../../test/made-pages.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'

/** A busy machine renders slowly, and pins come after previews. */
vi.setConfig({ testTimeout: 240_000 })

let app: TestApp
withApp.beforeAll(({ app: shared }) => {
  app = shared
})

const design = makeDesign(9, 2)
const { data, width, height } = draw(design)
const page = () => sharp(data, { raw: { width, height, channels: 4 } })
const pins = placesOf(design)
  .slice(0, 4)
  .map((part, at) => pinOn(part, design, at % 2 === 0 ? 'POINT' : 'RECTANGLE'))

const filled = (across: number, down: number, background: string) =>
  sharp({ create: { width: across, height: down, channels: 4, background } })

/** A design with pins on its second version, and what its third one makes of them. */
async function newPinned(markers: readonly Marker[] = pins, bytes?: Buffer) {
  const stack = await newStack(app, bytes ?? (await page().png().toBuffer()))
  await stack.add(bytes && { name: 'pages.pdf' })
  for (const marker of markers) await stack.say(marker)
  return stack
}

const isNear = (one: Marker | undefined, other: Marker | null) =>
  one !== undefined &&
  other !== null &&
  Math.hypot(one.x - other.x, ((one.y - other.y) * height) / width) < 0.01

/** A sure pin is where it was; nothing is left out. */
function expectHonest(comments: readonly Comment[], hasSame: boolean): void {
  expect(comments).toHaveLength(pins.length)
  for (const { carried, marker } of comments) {
    expect(carried?.outcome === 'NOT_FOUND').toBe(carried?.marker === undefined)
    if (carried?.confidence === 'SURE')
      expect([hasSame, isNear(carried.marker, marker)]).toEqual([true, true])
  }
}

type Other = { name: string; make: () => Promise<Buffer>; hasSame?: true }
const others: Record<string, Other> = {
  'one pixel': { name: 'dot.png', make: () => filled(1, 1, '#000').png().toBuffer() },
  transparent: { name: 'nothing.png', make: () => filled(720, 500, '#0000').png().toBuffer() },
  '16,384 pixels tall': { name: 'tall.png', make: () => filled(40, 16_384, '#fff').png().toBuffer() },
  'in the colours of print': {
    name: 'print.jpg',
    hasSame: true,
    make: () => page().flatten({ background: '#fff' }).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer(),
  },
  'turned upright by its camera’s note': {
    name: 'photo.jpg',
    hasSame: true,
    make: () =>
      page().flatten({ background: '#fff' }).rotate(270).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  },
  'lying on its side': { name: 'side.png', make: () => page().rotate(90).png().toBuffer() },
  'a document': { name: 'pages.pdf', make: async () => pdf(1) },
}

test.each(Object.entries(others))(
  '%s: each pin has an outcome, and none is sure in a wrong place',
  async (_, other) => {
    const { add, carried } = await newPinned()
    await add({ bytes: await other.make(), name: other.name })
    expectHonest(await carried(3), other.hasSame ?? false)
  },
)

test('pins of pages that a document has no longer are not found', async () => {
  const onPages = [1, 2, 3].map((number): Marker => ({ page: number, x: 0.3, y: 0.8, shape: 'POINT' }))
  const { add, carried } = await newPinned(onPages, pdf(3))
  await add({ bytes: pdf(1), name: 'pages.pdf' })
  const found = (await carried(3)).map((one) => one.carried)
  for (const one of found) expect(one?.marker?.page ?? 1).toBe(1)
  expect(found.filter((one) => one?.outcome === 'NOT_FOUND').length).toBeGreaterThanOrEqual(2)
})

test('an animation has no pins of others: they stay on their own version', async () => {
  const { add, fixes, on } = await newPinned()
  const frames = await Promise.all(['#f00', '#00f'].map((color) => filled(60, 40, color).png().toBuffer()))
  await add({
    bytes: await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer(),
    name: 'moving.gif',
  })
  await eventually(async () =>
    expect(await fixes()).toMatchObject({ version: 3, state: 'READY', error: null }),
  )
  const comments = await on(3)
  expect(comments).toHaveLength(pins.length)
  for (const one of comments) {
    expect(one).toMatchObject({ status: 'OPEN', version: 2 })
    expect(one).not.toHaveProperty('carried')
  }
  expect(await fixes()).toMatchObject({ toCheck: pins.length })
})

test('a document that needs a password gets its pins once it is open', async () => {
  const { owner, id, add, carried, on, fixes } = await newPinned()
  await add({ bytes: lockedPdf('sesame'), name: 'locked.pdf' })
  const { version } = await fixes()
  expect((await on(version)).every((one) => one.status === 'OPEN')).toBe(true)
  await app.call(changeVersion, { params: { id, number: '3' }, body: { current: true } }, owner)
  const body = { password: 'sesame' }
  expect((await app.call(unlockFile, { params: { id }, body }, owner)).status).toBe(200)
  expectHonest(await carried(3), false)
})

test('a version that comes while pins are carried onto the one before ends with all of them, even once that is removed', async () => {
  const { owner, id, say, add, carried, fixes } = await newStack(app)
  const { _id } = await say()
  const held = Promise.withResolvers<void>()
  let begun = 0
  const stop = findEach(app, async () => {
    begun += 1
    await held.promise
    return { outcome: 'MOVED', confidence: 'SURE', by: 0.1 }
  })
  await add()
  await expect.poll(() => begun).toBe(1)
  await add()
  await add()
  expect(await fixes(2)).toMatchObject({ state: 'READY' })
  expect(await fixes(4)).toMatchObject({ state: 'CARRYING' })
  held.resolve()
  const [one] = await carried(4)
  expect(one).toMatchObject({ _id, carried: { outcome: 'MOVED', was: { version: 2 } } })
  expect(await fixes(3)).toMatchObject({ state: 'READY' })
  await app.call(deleteVersion, { params: { id, number: '2' } }, owner)
  await eventually(async () => {
    const [left] = await carried(4)
    expect(left?.carried).toMatchObject({ marker: { y: 0.35 }, was: { version: 1 } })
  })
  const { rows } = await app.deps.db.pool.query(
    'select version, count(*)::int as rows from carries where comment_id = $1 group by version order by version',
    [_id],
  )
  expect(rows).toEqual([
    { version: 2, rows: 1 },
    { version: 4, rows: 1 },
  ])
  stop()
})

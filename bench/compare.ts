/** Two versions of 4000 × 4000 pixels compared in the render child and on screen, and reviews with many versions opened. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { markChanged } from '@wingmark/contract/changed-pixels'
import sharp from 'sharp'
import { ComparisonFacts } from '../apps/server/src/platform/media/comparison-facts.ts'
import { createRenderer } from '../apps/server/src/platform/media/render.ts'
import { finish, median, note, report } from './report.ts'
import { measureOnScreen } from './support/compare-screen.ts'
import { memoryOf, treeOf } from './support/memory.ts'
import { photo } from './support/picture.ts'

const side = 4_000
const tall = 400
/** The first is not counted: the process starts. */
const rounds = 6
const everyMs = 10

const photos = new Map<number, Promise<Buffer>>()
/** The same whenever it is asked for: each is made with grain of its own. */
function photoOf(number: number): Promise<Buffer> {
  const made =
    photos.get(number) ?? photo(700 + number * 60, 240 + ((number * 53) % 130), `Section ${number}`)
  photos.set(number, made)
  return made
}

/** A page of sections: a photo, a heading and lines of text, arranged otherwise in each. */
async function design(numbers: readonly number[]): Promise<Buffer> {
  const pictures = await Promise.all(numbers.map(photoOf))
  const texts = numbers.map((number, at) => {
    const [x, y] = [1_500 + ((number * 331) % 400), at * tall]
    const lines = [0, 1, 2, 3, 4].map(
      (line) =>
        `<text x="${x}" y="${y + 150 + ((number * 17) % 40) + line * 44}" font-size="30">${words(number * 5 + line)}</text>`,
    )
    return `<text x="${x}" y="${y + 90}" font-size="70" font-weight="700">${words(number).slice(0, 40)}</text>${lines.join('')}`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" font-family="sans-serif">${texts.join('')}</svg>`
  return sharp({ create: { width: side, height: side, channels: 3, background: '#fff' } })
    .composite([
      { input: Buffer.from(svg) },
      ...pictures.map((input, at) => ({ input, left: 100, top: at * tall + 20 })),
    ])
    .png()
    .toBuffer()
}

const said =
  'Fresh from the garden every morning until noon also in winter because our bakers begin at four'.split(' ')
/** A line of twelve words, another for each number. */
const words = (number: number) =>
  Array.from({ length: 12 }, (_, at) => said[(number * 7 + at * (number + 3)) % said.length]).join(' ')

/** What a plain comparison pixel by pixel costs and lights. */
async function compareInPlace(older: string, newer: string): Promise<number> {
  const [before, after] = await Promise.all(
    [older, newer].map((path) => sharp(path).ensureAlpha().raw().toBuffer()),
  )
  if (!before || !after) return 0
  const pair = { older: before, newer: after, width: side, height: side }
  return markChanged(pair, new Uint8Array(side * side)) / side ** 2
}

const folder = await mkdtemp(join(tmpdir(), 'wingmark-bench-'))
const renderer = createRenderer()
try {
  const [older, newer, output] = [join(folder, 'older'), join(folder, 'newer'), join(folder, 'found')]
  const before = await design([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  const after = await design([1, 2, 11, 3, 4, 5, 6, 7, 8, 9])
  await writeFile(older, before)
  await writeFile(newer, after)
  const ours: number[] = []
  const plain: number[] = []
  let share = 0
  let inPlace = 0
  let megabytes = 0
  for (let round = 0; round < rounds; round++) {
    const timer = setInterval(() => {
      megabytes = Math.max(megabytes, memoryOf(treeOf(process.pid).slice(1)))
    }, everyMs)
    const from = performance.now()
    await renderer.render({ kind: 'compare', path: newer, older: { path: older }, output }, 'later')
    const between = performance.now()
    clearInterval(timer)
    share = ComparisonFacts.parse(JSON.parse(await readFile(output, 'utf8'))).share
    const again = performance.now()
    inPlace = await compareInPlace(older, newer)
    if (round === 0) continue
    ours.push(between - from)
    plain.push(performance.now() - again)
  }
  note('lit unaligned', inPlace * 100, '%')
  finish([
    report({
      what: '4000 × 4000 compared in the child',
      ours: median(ours),
      peer: median(plain),
      unit: 'ms',
      limit: { atMost: 2_000 },
      isAbsolute: true,
    }),
    report({ what: 'its memory', ours: megabytes, peer: null, unit: 'MB', limit: { atMost: 450 } }),
    report({
      what: 'lit for a section inserted and one removed, beside a plain comparison',
      ours: share * 100,
      peer: inPlace * 100,
      unit: '%',
      limit: { atMost: 0.5 },
    }),
    ...(await measureOnScreen(before, after)),
  ])
} finally {
  await renderer.close()
  await rm(folder, { recursive: true })
}

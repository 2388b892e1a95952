// Compares rendered SVGs of a folder with their PNGs. Usage: npm run try-corpus -- <folder> [words to exclude by path]…
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { createRenderer } from '../apps/server/src/platform/media/render.ts'

/** Of 255: from this difference on a pixel counts as different. */
const seenFrom = 48
const rightUpTo = 0.02
const blur = 0.7
const atOnce = 2

const [folder, ...without] = process.argv.slice(2)
if (!folder) {
  console.error('Usage: npm run try-corpus -- <folder> [words that a path must not hold]…')
  process.exit(2)
}

type Result = { name: string; off: number; ms: number; failure: string }

const renderer = createRenderer()
const drawn = await mkdtemp(join(tmpdir(), 'wingmark-svgs-'))

async function pixelsOf(path: string, { width, height }: { width: number; height: number }): Promise<Buffer> {
  const image = sharp(path).resize(width, height, { fit: 'fill' }).flatten({ background: '#fff' })
  return image.toColourspace('srgb').removeAlpha().blur(blur).raw().toBuffer()
}

/** The share of pixels that differ. */
async function shareOff(picture: string, reference: string): Promise<number> {
  const size = await sharp(reference).metadata()
  const [ours, meant] = await Promise.all([pixelsOf(picture, size), pixelsOf(reference, size)])
  let off = 0
  for (let at = 0; at < meant.length; at += 3)
    if ([0, 1, 2].some((part) => Math.abs((ours[at + part] ?? 0) - (meant[at + part] ?? 0)) > seenFrom))
      off += 1
  return off / (meant.length / 3)
}

/** As large as its reference: what a browser shows at 100 %. */
async function tryOne(name: string): Promise<Result> {
  const path = join(folder ?? '', name)
  const reference = path.replace(/svg$/, 'png')
  const preview = join(drawn, `${name.replaceAll('/', '-')}.webp`)
  const { width, height } = await sharp(reference).metadata()
  const task = {
    kind: 'picture',
    path,
    svg: true,
    maxPx: Math.max(width, height),
    outputs: { preview },
  } as const
  const startedAt = performance.now()
  const failure = await renderer.render(task, 'first').then(
    () => '',
    (error: unknown) => String(error),
  )
  const ms = performance.now() - startedAt
  return { name, failure, ms, off: failure ? 1 : await shareOff(preview, reference) }
}

const names = (await readdir(folder, { recursive: true }))
  .map((name) => name.replaceAll('\\', '/'))
  .toSorted()
const waiting = names.filter(
  (name) =>
    name.endsWith('.svg') &&
    names.includes(name.replace(/svg$/, 'png')) &&
    !without.some((word) => name.includes(word)),
)
const results: Result[] = []
const work = async () => {
  for (let name = waiting.shift(); name; name = waiting.shift()) results.push(await tryOne(name))
}
await Promise.all(Array.from({ length: atOnce }, work))
for (const { name, off, failure } of results.toSorted((a, b) => a.off - b.off))
  console.log(`${(off * 100).toFixed(1).padStart(6)} %  ${name}${failure && `  ${failure}`}`)
const right = results.filter(({ off }) => off <= rightUpTo).length
const middle = results.map(({ ms }) => ms).toSorted((a, b) => a - b)[results.length >> 1] ?? 0
console.log(`${right} of ${results.length} right: ${((100 * right) / results.length).toFixed(1)} %.`)
console.log(`Half of them took at most ${Math.round(middle)} ms.`)
await renderer.close()
await rm(drawn, { recursive: true })

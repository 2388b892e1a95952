/** Opening a shared link on a slow phone: when the first design is painted, and the requests before. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createComment } from '@wingmark/contract/comments'
import { getReview } from '@wingmark/contract/reviews'
import { createGuest } from '@wingmark/contract/users'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { finish, median, note, report } from './report.ts'
import { serveBarePages } from './support/bare-pages.ts'
import { type Opening, openSlowly } from './support/open-slowly.ts'
import { photo } from './support/picture.ts'
import { newOwner, publishPictures } from './support/published.ts'
import { ensureBuilt, startWingmark } from './support/wingmark.ts'

const fileCount = 50
const commentCount = 1_000
/** More than one page of comments on the first design. */
const onFirst = 200
const rounds = 5
/** What only an owner or editor needs, by chunk name. */
const notForVisitors = /openseadragon|upload-root|publish|share-dialog|-page-(?<!review-page-)/i

const folder = await mkdtemp(join(tmpdir(), 'wingmark-bench-'))
const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]

async function makeReview(origin: string) {
  const owner = await newOwner(origin)
  const first = await photo(1920, 1200, 'Spring')
  const others = await Promise.all(
    Array.from({ length: fileCount - 1 }, (_, n) => photo(320, 200, `No ${n + 2}`)),
  )
  const review = await publishPictures(owner, [first, ...others])
  const places = Array.from({ length: commentCount }, (_, n) =>
    n < onFirst ? review.files[0] : review.files[1 + (n % (fileCount - 1))],
  )
  let next = 0
  // Guests: no single person may write so much at once.
  const writer = async () => {
    const { result: guest } = await owner.call(createGuest, { body: { name: 'Guest' } })
    while (next < commentCount) {
      const n = next++
      const marker = { page: 1, x: ((n * 37) % 100) / 100, y: ((n * 61) % 100) / 100 }
      const message = `Comment ${n + 1}: the line should sit a little higher, and the red is louder than the words.`
      await owner.call(createComment, {
        as: guest.accessToken,
        share: review.share,
        body: { file: places[n]?._id ?? '', marker, message },
      })
    }
  }
  await Promise.all(Array.from({ length: 8 }, writer))
  return review
}

async function measure(): Promise<boolean[]> {
  const wingmark = await startWingmark({ dataDir: join(folder, 'data') })
  closers.push(wingmark.stop)
  const { id, share } = await makeReview(wingmark.origin)
  const answer = await fetch(wingmark.origin + getReview.path.replace(':id', id), {
    headers: { 'x-share-token': share },
  })
  const review = await answer.text()
  const pictureUrl: string = JSON.parse(review).result.files[0].previewUrl
  const picture = Buffer.from(await (await fetch(pictureUrl)).arrayBuffer())
  const peers = await serveBarePages({ picture, review })
  closers.push(peers.stop)
  const browser = await launchChromium()
  closers.push(() => browser.close())

  const link = `${wingmark.origin}/reviews/${id}?share=${share}`
  const open = {
    ours: () => openSlowly(browser, { url: link, picture: /\/files\/preview\//, ready: '[data-stage]' }),
    server: () => openSlowly(browser, { url: `${peers.origin}/server`, picture: /picture/, ready: 'img' }),
    react: () => openSlowly(browser, { url: `${peers.origin}/react`, picture: /picture/, ready: 'img' }),
  }
  const openings: Record<keyof typeof open, Opening[]> = { ours: [], server: [], react: [] }
  for (let round = 0; round < rounds; round++) {
    openings.server.push(await open.server())
    openings.ours.push(await open.ours())
    openings.react.push(await open.react())
  }
  const painted = (who: keyof typeof open) => median(openings[who].map((one) => one.paintedMs)) / 1000
  const ours = openings.ours
  note('the picture', picture.length / 1000, 'kB')
  note('the page itself, as sent', median(ours.map((one) => one.documentBytes)) / 1000, 'kB')
  note('the room can be used after', median(ours.map((one) => one.readyMs)) / 1000, 's')
  const kept = [
    report({
      what: 'first design painted, beside a bare server-rendered page with the same picture',
      ours: painted('ours'),
      peer: painted('server'),
      unit: 's',
      limit: { atMost: 1.3 },
    }),
    report({
      what: 'first design painted, beside a bare React page that fetches the same data',
      ours: painted('ours'),
      peer: painted('react'),
      unit: 's',
      limit: { atMost: 0.9 },
    }),
    report({
      what: 'requests before it',
      ours: Math.max(...ours.map((one) => one.requestsBefore.length)),
      peer: null,
      unit: '',
      limit: { atMost: 3 },
    }),
    report({
      what: 'JavaScript before it, as sent',
      ours: Math.max(...ours.map((one) => one.scriptBytesBefore)) / 1000,
      peer: null,
      unit: 'kB',
      limit: { atMost: 200 },
    }),
    report({
      what: 'scripts loaded that a visitor does not need',
      ours: new Set(ours.flatMap((one) => one.scripts.filter((url) => notForVisitors.test(url)))).size,
      peer: null,
      unit: '',
      limit: { atMost: 0 },
    }),
  ]
  const script = (what: 'scriptBytesUntilReady' | 'scriptBytes') =>
    Math.max(...ours.map((one) => one[what])) / 1000
  note('JavaScript until the room can be used', script('scriptBytesUntilReady'), 'kB')
  note('JavaScript once the page has come to rest', script('scriptBytes'), 'kB')
  note('JavaScript of the bare React page', peers.scriptBytes / 1000, 'kB')
  if (process.env.VERBOSE) console.log(openings)
  return kept
}

try {
  ensureBuilt()
  finish(await measure())
} finally {
  for (const close of closers.reverse()) await close()
}

/** The front pages on a slow phone: when the picture paints, what script precedes it, and whether the layout shifts. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { finish, median, note, report } from './report.ts'
import { serveBarePages } from './support/bare-pages.ts'
import { type Opening, openSlowly } from './support/open-slowly.ts'
import { ensureBuilt, startWingmark } from './support/wingmark.ts'

const pages = ['/', '/landing/review', '/landing/connection']
const rounds = 5

const folder = await mkdtemp(join(tmpdir(), 'wingmark-bench-'))
const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]

async function measure(): Promise<boolean[]> {
  const wingmark = await startWingmark({ dataDir: join(folder, 'data') })
  closers.push(wingmark.stop)
  const html = await (await fetch(wingmark.origin)).text()
  const address = /\/assets\/room-light[^"]+/.exec(html)?.[0] ?? ''
  const picture = Buffer.from(await (await fetch(wingmark.origin + address)).arrayBuffer())
  const peers = await serveBarePages({ picture, review: '{}' })
  closers.push(peers.stop)
  const browser = await launchChromium()
  closers.push(() => browser.close())

  const ours: Opening[] = []
  const peer: Opening[] = []
  for (let round = 0; round < rounds; round++) {
    peer.push(await openSlowly(browser, { url: `${peers.origin}/server`, picture: /picture/, ready: 'img' }))
    for (const path of pages)
      ours.push(
        await openSlowly(browser, { url: wingmark.origin + path, picture: /room-/, ready: 'main h1' }),
      )
  }
  const painted = (openings: Opening[]) => median(openings.map((one) => one.paintedMs)) / 1000
  note('the picture', picture.length / 1000, 'kB')
  note('the page itself, as sent', median(ours.map((one) => one.documentBytes)) / 1000, 'kB')
  note('the page can be used after', median(ours.map((one) => one.readyMs)) / 1000, 's')
  return [
    report({
      what: 'the picture of a front page painted, beside a bare page with the same one',
      ours: painted(ours),
      peer: painted(peer),
      unit: 's',
      limit: { atMost: 1.2 },
    }),
    report({
      what: 'JavaScript before it, as sent',
      ours: Math.max(...ours.map((one) => one.scriptBytesBefore)) / 1000,
      peer: null,
      unit: 'kB',
      limit: { atMost: 60 },
    }),
    report({
      what: 'layout shift until the page rests',
      ours: Math.max(...ours.map((one) => one.layoutShift)),
      peer: null,
      unit: '',
      // Buttons are as wide as their words, in which Inter differs a little from what stands in for it.
      limit: { atMost: 0.02 },
    }),
  ]
}

try {
  ensureBuilt()
  finish(await measure())
} finally {
  for (const close of closers.reverse()) await close()
}

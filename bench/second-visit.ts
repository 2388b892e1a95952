/** A review opened again on a slow phone, and offline: when the first design is painted. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { finish, median, report } from './report.ts'
import { openAgainSlowly, type Visits } from './support/open-slowly.ts'
import { photo } from './support/picture.ts'
import { newOwner, publishPictures } from './support/published.ts'
import { ensureBuilt, startWingmark } from './support/wingmark.ts'

const fileCount = 12
const rounds = 5

const folder = await mkdtemp(join(tmpdir(), 'wingmark-bench-'))
const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]

async function measure(): Promise<boolean[]> {
  const wingmark = await startWingmark({ dataDir: join(folder, 'data') })
  closers.push(wingmark.stop)
  const pictures = await Promise.all(
    Array.from({ length: fileCount }, (_, n) => photo(1920, 1200, `No ${n + 1}`)),
  )
  const { id, share } = await publishPictures(await newOwner(wingmark.origin), pictures)
  const browser = await launchChromium()
  closers.push(() => browser.close())
  const wanted = {
    url: `${wingmark.origin}/reviews/${id}?share=${share}`,
    picture: /\/files\/preview\//,
    ready: '[data-stage]',
  }
  const visits: Visits[] = []
  for (let round = 0; round < rounds; round++) visits.push(await openAgainSlowly(browser, wanted))
  const [first, second, offline] = (['first', 'second', 'offline'] as const).map((which) =>
    median(visits.map((visit) => visit[which])),
  ) as [number, number, number]
  return [
    report({
      what: 'first design of a second visit, beside the first one, on a slow line',
      ours: second / 1000,
      peer: first / 1000,
      unit: 's',
      limit: { atMost: 0.25 },
    }),
    report({
      what: 'first design offline, processor ÷ 4',
      ours: offline / 1000,
      peer: null,
      unit: 's',
      limit: { atMost: 1 },
    }),
  ]
}

try {
  ensureBuilt()
  finish(await measure())
} finally {
  for (const close of closers.reverse()) await close()
}

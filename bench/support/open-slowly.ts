import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright-core'

/** Lighthouse's "Slow 4G" for phones: 150 ms there and back, 1.6 Mbit/s down, 0.75 Mbit/s up, processor ÷ 4. */
const slow4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
const slowerBy = 4
const phone = { width: 412, height: 823 }

export type Opening = {
  /** From the start of the navigation until the picture was painted. */
  paintedMs: number
  /** When the picture was requested, and when its last byte arrived. */
  askedMs: number
  arrivedMs: number
  /** When the page could be used. */
  readyMs: number
  documentBytes: number
  requestsBefore: string[]
  scriptBytesBefore: number
  scriptBytesUntilReady: number
  /** Until the page rests. */
  scriptBytes: number
  scripts: string[]
  /** Layout shifts that no touch caused, summed up. */
  layoutShift: number
}

type Wanted = {
  url: string
  /** Matches the picture's address. */
  picture: RegExp
  /** Selects what exists once the page can be used. */
  ready: string
}

type Seen = {
  url: string
  isScript: boolean
  at: number
  endedAt?: number
  bytes: { at: number; count: number }[]
}

/** Opens an address with an empty cache and waits until the picture is painted and the page rests. */
export async function openSlowly(browser: Browser, { url, picture, ready }: Wanted): Promise<Opening> {
  const context = await browser.newContext({
    viewport: phone,
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 1.75,
  })
  try {
    const page = await context.newPage()
    const debug = await context.newCDPSession(page)
    const seen = new Map<string, Seen>()
    debug.on('Network.requestWillBeSent', ({ requestId, request, timestamp, type }) => {
      if (request.url.startsWith('data:')) return
      const isScript = type === 'Script' || request.url.endsWith('.js')
      seen.set(requestId, { url: request.url, isScript, at: timestamp, bytes: [] })
    })
    debug.on('Network.dataReceived', ({ requestId, encodedDataLength, timestamp }) => {
      seen.get(requestId)?.bytes.push({ at: timestamp, count: encodedDataLength })
    })
    debug.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
      const one = seen.get(requestId)
      if (one) one.endedAt = timestamp
      // The browser does not report parts of the document.
      if (one && one.bytes.every(({ count }) => count === 0))
        one.bytes = [{ at: timestamp, count: encodedDataLength }]
    })
    await debug.send('Network.enable')
    await debug.send('Network.emulateNetworkConditions', slow4G)
    await debug.send('Emulation.setCPUThrottlingRate', { rate: slowerBy })
    await page.addInitScript(watchPaints)
    await page.goto(url, { waitUntil: 'commit' })
    const handle = await page.waitForFunction(findPaint, picture.source, { timeout: 60_000 })
    const paintedMs = Number(await handle.jsonValue())
    await page.waitForSelector(ready, { state: 'attached', timeout: 60_000 })
    const readyMs = await page.evaluate(() => performance.now())
    await untilNothingNew(() => seen.size)
    const requests = [...seen.values()]
    const scripts = requests.filter((one) => one.isScript)
    const start = Math.min(...requests.map((one) => one.at))
    const sinceStart = (at = Number.NaN) => (at - start) * 1000
    const shown = requests.find((one) => picture.test(one.url))
    const isBefore = (at: number) => sinceStart(at) < paintedMs
    const bytesOf = (some: Seen[], counts: (at: number) => boolean) =>
      some
        .flatMap((one) => one.bytes)
        .filter(({ at }) => counts(at))
        .reduce((sum, { count }) => sum + count, 0)
    return {
      paintedMs,
      askedMs: sinceStart(shown?.at),
      arrivedMs: sinceStart(shown?.endedAt),
      readyMs,
      documentBytes: bytesOf(requests.slice(0, 1), () => true),
      requestsBefore: requests.filter((one) => isBefore(one.at)).map((one) => one.url),
      scriptBytesBefore: bytesOf(scripts, isBefore),
      scriptBytesUntilReady: bytesOf(scripts, (at) => sinceStart(at) < readyMs),
      scriptBytes: bytesOf(scripts, () => true),
      scripts: scripts.map((one) => one.url),
      layoutShift: Number(await page.evaluate(() => Reflect.get(window, 'shifted'))),
    }
  } finally {
    await context.close()
  }
}

export type Visits = { first: number; second: number; offline: number }

/** When the picture is painted: at first, once it is cached, and offline. */
export async function openAgainSlowly(browser: Browser, { url, picture }: Wanted): Promise<Visits> {
  const context = await browser.newContext({ viewport: phone, isMobile: true, deviceScaleFactor: 1.75 })
  try {
    const page = await context.newPage()
    const debug = await context.newCDPSession(page)
    await debug.send('Network.enable')
    await debug.send('Emulation.setCPUThrottlingRate', { rate: slowerBy })
    await page.addInitScript(watchPaints)
    const visit = async (conditions: typeof slow4G) => {
      await debug.send('Network.emulateNetworkConditions', conditions)
      await page.goto(url, { waitUntil: 'commit' })
      const handle = await page.waitForFunction(findPaint, picture.source, { timeout: 60_000 })
      return Number(await handle.jsonValue())
    }
    const first = await visit(slow4G)
    for (let tries = 0; !(await page.evaluate(isKept)); tries++) {
      if (tries > 120) throw new Error('the worker has kept nothing')
      await sleep(1_000)
    }
    await sleep(restMs)
    const second = await visit(slow4G)
    await sleep(restMs)
    await context.setOffline(true)
    const offline = await visit({ ...slow4G, offline: true })
    return { first, second, offline }
  } finally {
    await context.close()
  }
}

/** In the page: the worker is there, and has the first design. */
async function isKept(): Promise<boolean> {
  if (navigator.serviceWorker.controller === null || !(await caches.has('wingmark-previews'))) return false
  return (await (await caches.open('wingmark-previews')).keys()).length > 0
}

const restMs = 1_500

/** The live stream never ends, so a request is always open; the page rests when it makes no further one. */
async function untilNothingNew(count: () => number): Promise<void> {
  let before = -1
  while (count() !== before) {
    before = count()
    await sleep(restMs)
  }
}

/** In the page, before any of its scripts. */
function watchPaints() {
  const paints: { url: string; at: number }[] = []
  Reflect.set(window, 'paints', paints)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      paints.push({ url: String(Reflect.get(entry, 'url')), at: entry.startTime })
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  Reflect.set(window, 'shifted', 0)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      Reflect.set(window, 'shifted', Reflect.get(window, 'shifted') + Number(Reflect.get(entry, 'value')))
  }).observe({ type: 'layout-shift', buffered: true })
}

function findPaint(picture: string): number | null {
  const paints: { url: string; at: number }[] = Reflect.get(window, 'paints') ?? []
  return paints.find(({ url }) => new RegExp(picture).test(url))?.at ?? null
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright-core'

type Point = { x: number; y: number }
type Part = { seconds: number; step: (n: number, debug: CDPSession, at: Point) => Promise<unknown> }

const hertz = 60
const control = 2

const wheel = (debug: CDPSession, at: Point, deltaX: number, deltaY: number, modifiers = 0) =>
  debug.send('Input.dispatchMouseEvent', { type: 'mouseWheel', ...at, deltaX, deltaY, modifiers })

const drag = (debug: CDPSession, { x, y }: Point, type: 'mousePressed' | 'mouseMoved' | 'mouseReleased') =>
  debug.send('Input.dispatchMouseEvent', { type, x, y, button: 'middle', buttons: 4, clickCount: 1 })

/** Zoom in, pan with two fingers, drag in a circle, zoom out beyond where it began. */
const parts = (step: number): Part[] => [
  { seconds: 1.5, step: (_, debug, at) => wheel(debug, at, 0, -step, control) },
  { seconds: 1.5, step: (n, debug, at) => wheel(debug, at, n % 90 < 45 ? 7 : -7, n % 60 < 30 ? 5 : -5) },
  {
    seconds: 1.5,
    step: (n, debug, at) => {
      const angle = n / 12
      const to = { x: at.x + 120 * Math.cos(angle) - 120, y: at.y + 120 * Math.sin(angle) }
      return drag(debug, to, n === 0 ? 'mousePressed' : n === 89 ? 'mouseReleased' : 'mouseMoved')
    },
  },
  { seconds: 2, step: (_, debug, at) => wheel(debug, at, 0, step * 1.5, control) },
]

export type Flight = { framesPerSecond: number }

/** Moves a stage with real wheel and pointer events around a point; returns the frames that the page drew meanwhile. */
export async function fly(page: Page, at: Point, how: 'near' | 'far' = 'near'): Promise<Flight> {
  const debug = await page.context().newCDPSession(page)
  const framesPerSecond = await framesWhile(page, () => play(debug, at, how))
  await debug.detach()
  return { framesPerSecond }
}

/** The wheel over a list, down and up again, sixty times a second. */
export async function scroll(page: Page, at: Point, seconds: number): Promise<Flight> {
  const debug = await page.context().newCDPSession(page)
  const framesPerSecond = await framesWhile(page, async () => {
    for (const deltaY of [100, -100]) await repeat(seconds / 2, () => wheel(debug, at, 0, deltaY))
  })
  await debug.detach()
  return { framesPerSecond }
}

/** How many frames a second the page draws during some work. */
export async function framesWhile(page: Page, work: () => Promise<unknown>): Promise<number> {
  await page.evaluate(countFrames)
  await work()
  const times: number[] = await page.evaluate(() => {
    Reflect.set(window, 'isCounting', false)
    return Reflect.get(window, 'frameTimes')
  })
  const all = (times.at(-1) ?? 0) - (times[0] ?? 0)
  return ((times.length - 1) * 1000) / all
}

async function play(debug: CDPSession, at: Point, how: 'near' | 'far'): Promise<void> {
  for (const { seconds, step } of parts(how === 'far' ? 20 : 2))
    await repeat(seconds, (n) => step(n, debug, at))
}

async function repeat(seconds: number, step: (n: number) => Promise<unknown>): Promise<void> {
  const from = performance.now()
  const sent: Promise<unknown>[] = []
  for (let n = 0; n < seconds * hertz; n++) {
    sent.push(step(n))
    await sleep(Math.max(0, from + ((n + 1) * 1000) / hertz - performance.now()))
  }
  await Promise.all(sent)
}

function countFrames() {
  const times: number[] = []
  Reflect.set(window, 'frameTimes', times)
  Reflect.set(window, 'isCounting', true)
  const count = (now: number) => {
    if (!Reflect.get(window, 'isCounting')) return
    times.push(now)
    requestAnimationFrame(count)
  }
  requestAnimationFrame(count)
}

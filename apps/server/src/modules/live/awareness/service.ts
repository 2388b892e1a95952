import { parseJson } from '@wingmark/contract/json'
import { Here } from '@wingmark/contract/live'
import { beginningOf } from '@wingmark/contract/shorten'
import { z } from 'zod'
import { encodeEvent } from '#server/http/event-stream'
import { DomainError } from '#server/platform/domain-error'

export type Awareness = {
  hear(here: Here): void
  /** An event for newcomers with everything known; null if nothing is. */
  everybody(): string | null
  close(): void
}

/** The interval of reports; longer for many viewers. */
const throttleMs = 200
const throttleMsOfViewer = 2
const peopleMax = 100
const keptMs = 2 * 60 * 60_000
const nameMax = 60

/** Relays where people are in a subject, where they point and whether they write; stores nothing. */
export function createAwareness(channel: { viewers: () => number; send: (text: string) => void }): Awareness {
  /** The newest last. */
  const people = new Map<string, { here: Here; at: number }>()
  const news = new Set<string>()
  let timer: NodeJS.Timeout | null = null
  let notifiedAt = Number.NEGATIVE_INFINITY

  const forgetOld = () => {
    const now = performance.now()
    for (const [id, { at }] of people) if (people.size > peopleMax || now - at > keptMs) people.delete(id)
  }

  const eventOf = (ids: Iterable<string>) => {
    const notified = [...ids].flatMap((id) => people.get(id)?.here ?? [])
    return notified.length === 0 ? null : encodeEvent({ name: 'here', data: { people: notified } })
  }

  function tell(): void {
    timer = null
    notifiedAt = performance.now()
    const event = eventOf(news)
    news.clear()
    if (event !== null) channel.send(event)
  }

  return {
    hear(here) {
      people.delete(here._id)
      people.set(here._id, { here, at: performance.now() })
      news.add(here._id)
      forgetOld()
      const every = Math.max(throttleMs, channel.viewers() * throttleMsOfViewer)
      timer ??= setTimeout(tell, Math.max(0, notifiedAt + every - performance.now())).unref()
    },
    everybody() {
      forgetOld()
      return eventOf(people.keys())
    },
    close() {
      if (timer) clearTimeout(timer)
    },
  }
}

const Report = z.object({ subject: z.string(), here: Here })

export function readHereReport(text: string): z.infer<typeof Report> | null {
  return parseJson(text, Report)
}

/** Per second, person and review. Counted only in this process: the database would cost more than the report. */
const mostOfPerson = 20
const mostOfSubject = 400

/** Writes what someone is doing as a report for `readHereReport`. Throws RATE_LIMITED. */
export function createHereTeller(tell: (report: string) => void): (subject: string, here: Here) => void {
  let second = 0
  const counts = new Map<string, number>()
  const count = (id: string) => {
    const times = (counts.get(id) ?? 0) + 1
    counts.set(id, times)
    return times
  }
  return (subject, here) => {
    const now = Math.floor(performance.now() / 1000)
    if (now !== second) counts.clear()
    second = now
    if (count(here._id) > mostOfPerson || count(subject) > mostOfSubject)
      throw new DomainError('RATE_LIMITED', { retryAfterSeconds: 1 })
    const report: z.infer<typeof Report> = {
      subject,
      here: { ...here, name: beginningOf(here.name, nameMax) },
    }
    tell(JSON.stringify(report))
  }
}

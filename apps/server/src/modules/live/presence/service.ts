import { parseJson } from '@wingmark/contract/json'
import { beginningOf } from '@wingmark/contract/shorten'
import { z } from 'zod'
import type { Deps } from '#server/deps'
import { encodeEvent } from '#server/http/event-stream'
import { giveColors } from '#server/modules/live/presence/policy'
import { processesOf } from '#server/modules/live/presence/processes'

/** A named viewer counts once, however many tabs they have open; a visitor counts for each. */
export type Person = { id: string; name: string; avatar: string | null; isGuest: boolean } | null

export type Presence = {
  /** Someone left or came; newcomers get the list at once. */
  changed(hasNewcomer: boolean): void
  /** What another process says about the same subject. */
  hear(from: string, report: PresenceReport): void
  /** Another process has missed what this one said. */
  reportAgain(): void
  /** Forgets processes that have died. */
  beat(): void
  close(): void
}

const throttleMs = 1_000
const namesMax = 20
const nameMax = 60

const Report = z.object({
  /** Counts the reports of its process; processes of earlier releases do not count theirs. */
  n: z.int().optional(),
  subject: z.string(),
  visitors: z.int(),
  known: z.array(z.tuple([z.string(), z.string(), z.string().nullable(), z.boolean().default(false)])),
  /** In a review: who has which. */
  colors: z.record(z.string(), z.int()).default({}),
})
export type PresenceReport = z.infer<typeof Report>

export function readPresenceReport(text: string): PresenceReport | null {
  return parseJson(text, Report)
}

/** Viewers of a subject: exact for this process, best effort for others, by reports. At most one event a second. */
export function createPresence(
  deps: Deps,
  subjectId: string,
  channel: {
    people: () => Person[]
    send: (text: string) => void
    /** Of a review: who has written there, in the order of their colours. */
    writers?: () => Promise<readonly string[]>
  },
): Presence {
  const processes = processesOf(deps)
  const others = new Map<string, PresenceReport>()
  let timer: NodeJS.Timeout | null = null
  let publishedAt = Number.NEGATIVE_INFINITY
  let lastText = ''
  let lastReport = ''
  let mustSend = false
  let colors: Record<string, number> = {}

  function report(writers: readonly string[] | null): PresenceReport {
    const people = channel.people()
    const named = new Map<string, PresenceReport['known'][number]>(
      people.flatMap((one) =>
        one ? [[one.id, [one.id, beginningOf(one.name, nameMax), one.avatar, one.isGuest]] as const] : [],
      ),
    )
    const visitors = people.filter((one) => one === null).length
    const known = [...named.values()].slice(0, namesMax)
    const ids = known.map(([id]) => id)
    if (writers) colors = giveColors(ids, { writers, before: colors, others: othersColors() })
    return { subject: subjectId, visitors, known, colors }
  }

  const othersColors = (): Record<string, number> =>
    Object.fromEntries([...others.values()].flatMap((one) => Object.entries(one.colors)))

  async function publish(): Promise<void> {
    // Without them everybody keeps the colour that they have.
    const writers = (await channel.writers?.().catch(() => null)) ?? null
    if (timer === null) return
    timer = null
    publishedAt = performance.now()
    const own = report(writers)
    if (JSON.stringify(own) !== lastReport) processes.send(own)
    lastReport = JSON.stringify(own)
    const all = [own, ...others.values()]
    const given: Record<string, number> = { ...othersColors(), ...colors }
    const colorOf = (id: string) => (given[id] === undefined ? {} : { color: given[id] })
    const known = new Map(all.flatMap((one) => one.known.map((person) => [person[0], person])))
    const viewers = known.size + all.reduce((sum, one) => sum + one.visitors, 0)
    const people = [...known.values()]
      .slice(0, namesMax)
      .map(([_id, name, avatar, isGuest]) => ({ _id, name, avatar, isGuest, ...colorOf(_id) }))
    const data = { viewers, names: people.map(({ name }) => name), people }
    const text = encodeEvent({ name: 'presence', data })
    if (text !== lastText || mustSend) channel.send(text)
    lastText = text
    mustSend = false
  }

  function schedule(): void {
    const waitMs = Math.max(0, publishedAt + throttleMs - performance.now())
    timer ??= setTimeout(() => void publish(), waitMs).unref()
  }

  return {
    changed(hasNewcomer) {
      mustSend ||= hasNewcomer
      schedule()
    },
    hear(from, report) {
      // A process heard for the first time does not know this one either.
      if (!others.has(from)) lastReport = ''
      if (report.visitors + report.known.length > 0) others.set(from, report)
      else others.delete(from)
      schedule()
    },
    reportAgain() {
      lastReport = ''
      schedule()
    },
    beat() {
      const before = others.size
      for (const from of others.keys()) if (!processes.isAlive(from)) others.delete(from)
      if (others.size < before) schedule()
    },
    close() {
      if (timer) clearTimeout(timer)
      timer = null
      processes.send({ subject: subjectId, visitors: 0, known: [], colors: {} })
    },
  }
}

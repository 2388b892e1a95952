import { correlate, type Spot } from '#server/platform/media/carry/correlate'
import { refine } from '#server/platform/media/carry/judge-look'
import type { PageMatch } from '#server/platform/media/carry/match-pages'
import type { Area } from '#server/platform/media/carry/pin-area'

/** Where a pin may be now, and what speaks for it. */
export type Candidate = {
  /** Pixels of the features' scale by which it moved. */
  by: Spot
  fineFrom: Spot
  fineTo: Spot
  /** Share of the votes of its surroundings. */
  support: number
  /** How alike the pixels are, 0 to 1. */
  fit: number
  /** Share of features there that belong to another part of the older page. */
  taken: number
  rank: number
}

const candidatesMax = 8
const bucket = 4
const keyRow = 2 ** 13
/** Wider and wider surroundings, in pixels around the area. */
const rings = [12, 24, 48, 96]

type Vote = { key: number; x: number; y: number; weight: number; near: number }

/** The most likely places of a pin, the best first; `quoted`: where the words beside it moved. */
export function findCandidates(match: PageMatch, area: Area, quoted: Spot | null): Candidate[] {
  const votes = collectVotes(match, area)
  const total = votes.reduce((sum, { weight }) => sum + weight, 0)
  const found: Candidate[] = []
  const add = (by: Spot, support: number) => {
    const isKnown = found.some(
      ({ by: other }) => Math.abs(other.x - by.x) < 4 && Math.abs(other.y - by.y) < 4,
    )
    if (!isKnown) found.push(weigh(match, area, by, support))
  }
  for (const vote of votes.slice(0, candidatesMax))
    add({ x: vote.x / vote.weight, y: vote.y / vote.weight }, vote.near / Math.max(total, 1))
  // Words alone never make it sure: the neighbours' votes do.
  if (quoted) add(quoted, 0.3)
  const first = found.reduce<Candidate | null>(
    (best, one) => (best && best.rank > one.rank ? best : one),
    null,
  )
  if (first && first.fit < 0.7) {
    const by = searchNear(match, area, first.by)
    if (by) found.push(weigh(match, area, by, 0.2))
  }
  return found.sort((one, other) => other.rank - one.rank)
}

/** What the features around say, nearer ones louder; the strongest shift first. */
function collectVotes({ one, other, matches }: PageMatch, area: Area): Vote[] {
  const votes = new Map<number, Vote>()
  for (let at = 0; at < one.features.count; at++) {
    const to = matches.to[at] ?? -1
    if (to < 0) continue
    const [x, y] = [one.features.xs[at] ?? 0, one.features.ys[at] ?? 0]
    const ring = ringOf(area, x, y)
    if (ring < 0) continue
    const [moveX, moveY] = [(other.features.xs[to] ?? 0) - x, (other.features.ys[to] ?? 0) - y]
    const key = (Math.round(moveX / bucket) + keyRow / 2) * keyRow + Math.round(moveY / bucket) + keyRow / 2
    const vote = votes.get(key) ?? { key, x: 0, y: 0, weight: 0, near: 0 }
    const weight = (0.2 + (matches.trust[at] ?? 0)) / (ring + 1)
    vote.x += moveX * weight
    vote.y += moveY * weight
    vote.weight += weight
    votes.set(key, vote)
  }
  const weightAt = (key: number) => votes.get(key)?.weight ?? 0
  for (const vote of votes.values()) {
    vote.near = vote.weight
    for (const by of [1, -1, keyRow, -keyRow, keyRow + 1, keyRow - 1, 1 - keyRow, -1 - keyRow])
      vote.near += 0.8 * weightAt(vote.key + by)
  }
  return [...votes.values()].sort((a, b) => b.near - a.near)
}

/** The ring around an area in which a place lies, or −1. */
export function ringOf(area: Area, x: number, y: number): number {
  const beyond = Math.max(Math.abs(x - area.x) - area.across, Math.abs(y - area.y) - area.down)
  return rings.findIndex((ring) => beyond <= ring)
}

function weigh(match: PageMatch, area: Area, by: Spot, support: number): Candidate {
  const refined = refine(match, area, by)
  const { fineFrom, fineTo, fit } = refined
  const exact = { x: (fineTo.x - fineFrom.x) / match.zoom, y: (fineTo.y - fineFrom.y) / match.zoom }
  const taken = takenShare(match, area, exact)
  const rank = fit * 0.55 + support * 0.45 - (taken > 0.3 ? 0.4 * taken : 0)
  return { ...refined, by: exact, support, taken, rank }
}

/** Share of the features at a place that belong to another part of the older page. */
function takenShare({ one, other, origin }: PageMatch, area: Area, by: Spot): number {
  let [there, others] = [0, 0]
  for (let at = 0; at < other.features.count; at++) {
    const [x, y] = [other.features.xs[at] ?? 0, other.features.ys[at] ?? 0]
    if (Math.abs(x - area.x - by.x) > area.across || Math.abs(y - area.y - by.y) > area.down) continue
    there++
    const from = origin[at] ?? -1
    if (from < 0) continue
    const [moveX, moveY] = [x - (one.features.xs[from] ?? 0), y - (one.features.ys[from] ?? 0)]
    if (Math.abs(moveX - by.x) > 6 || Math.abs(moveY - by.y) > 6) others++
  }
  return there > 2 ? others / there : 0
}

const searchReach = 52
const leastFound = 0.8

/** What was moved alone lies near where its surroundings are, and looks the same. */
function searchNear({ one, other }: PageMatch, area: Area, by: Spot): Spot | null {
  const from = { x: Math.round(area.x), y: Math.round(area.y) }
  const window = { across: Math.min(Math.round(area.across), 40), down: Math.min(Math.round(area.down), 40) }
  let [best, found] = [leastFound, null as Spot | null]
  for (let y = -searchReach; y <= searchReach; y += 2)
    for (let x = -searchReach; x <= searchReach; x += 2) {
      const to = { x: Math.round(area.x + by.x) + x, y: Math.round(area.y + by.y) + y }
      const fit = correlate(one.edges, from, other.edges, to, window, 3)
      if (fit > best) [best, found] = [fit, { x: Math.round(by.x) + x, y: Math.round(by.y) + y }]
    }
  return found
}

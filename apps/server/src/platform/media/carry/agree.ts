import type { Features } from '#server/platform/media/carry/find-features'
import { type LookAlikes, lookAlikesMax } from '#server/platform/media/carry/find-look-alikes'

/** For each feature the one it became, or −1; `trust` 0 to 1. */
export type Matches = { to: Int32Array; trust: Float32Array }

/** Features vote for how far their surroundings moved, by squares of this side. */
const side = 40
const bucket = 3
const keyRow = 2 ** 13
const leastAgreement = 0.8

type Counts = Map<number, number>
/** By shift; `close` and `wide`: by square, with those around it. */
type Votes = {
  close: Map<number, Counts>
  wide: Map<number, Counts>
  bands: Map<number, Counts>
  whole: Counts
}
type Claim = { from: number; to: number; agreement: number }
type Pages = { one: Features; other: Features; alike: LookAlikes }

/** What each feature of a page became, chosen so that neighbours agree. */
export function agree(one: Features, other: Features, alike: LookAlikes): Matches {
  const pages = { one, other, alike }
  const { claims, best, second, first } = weighClaims(pages, collectVotes(pages))
  const matches = { to: new Int32Array(one.count).fill(-1), trust: new Float32Array(one.count) }
  const taken = new Uint8Array(other.count)
  // One to one: a look-alike whose own place is taken by a better claim stays without.
  for (const { from, to, agreement } of claims.sort((a, b) => b.agreement - a.agreement)) {
    if (agreement < leastAgreement) break
    if ((matches.to[from] ?? 0) >= 0 || taken[to]) continue
    matches.to[from] = to
    taken[to] = 1
    const rival = first[from] === to ? (second[from] ?? 0) : (best[from] ?? 0)
    const lead = Math.max(0, Math.min(1, ((agreement - rival) / agreement) * 2))
    matches.trust[from] = lead * Math.min(1, agreement / 4)
  }
  dropLonely(pages, matches)
  return matches
}

const cellOf = ({ xs, ys }: Features, at: number) =>
  (Math.floor((ys[at] ?? 0) / side) + 8) * 512 + Math.floor((xs[at] ?? 0) / side) + 8
const bandOf = ({ ys }: Features, at: number) => Math.floor((ys[at] ?? 0) / side) + 8

function shiftKey({ one, other }: Pages, from: number, to: number): number {
  const x = Math.round(((other.xs[to] ?? 0) - (one.xs[from] ?? 0)) / bucket) + keyRow / 2
  const y = Math.round(((other.ys[to] ?? 0) - (one.ys[from] ?? 0)) / bucket) + keyRow / 2
  return x * keyRow + y
}

function forEachLink(
  { one, alike }: Pages,
  visit: (from: number, to: number, distance: number, count: number) => void,
): void {
  for (let from = 0; from < one.count; from++) {
    const count = alike.count[from] ?? 0
    for (let at = from * lookAlikesMax; at < from * lookAlikesMax + count; at++)
      visit(from, alike.to[at] ?? 0, alike.distance[at] ?? 0, count)
  }
}

function collectVotes(pages: Pages): Votes {
  const cells = new Map<number, Counts>()
  const bands = new Map<number, Counts>()
  const whole: Counts = new Map()
  forEachLink(pages, (from, to, distance, count) => {
    const key = shiftKey(pages, from, to)
    const vote = (1 - distance / 64) / count
    give(countsAt(cells, cellOf(pages.one, from)), key, vote)
    give(countsAt(bands, bandOf(pages.one, from)), key, vote)
    give(whole, key, vote)
  })
  return { close: withAround(cells, 1), wide: withAround(cells, 3), bands, whole }
}

const give = (counts: Counts, key: number, vote: number) => counts.set(key, (counts.get(key) ?? 0) + vote)

function countsAt(places: Map<number, Counts>, place: number): Counts {
  const found = places.get(place) ?? new Map<number, number>()
  places.set(place, found)
  return found
}

/** Each square's votes with those of the squares around it. */
function withAround(cells: Map<number, Counts>, reach: number): Map<number, Counts> {
  const sums = new Map<number, Counts>()
  for (const cell of cells.keys()) {
    const sum = countsAt(sums, cell)
    for (let across = -reach; across <= reach; across++)
      for (let down = -reach; down <= reach; down++) {
        const weight = across === 0 && down === 0 ? 1 : 0.7
        for (const [key, vote] of cells.get(cell + across + 512 * down) ?? []) give(sum, key, weight * vote)
      }
  }
  return sums
}

/** Votes for a shift and the ones beside it. */
function near(votes: Counts | undefined, key: number): number {
  if (!votes) return 0
  const beside = (by: number) => votes.get(key + by) ?? 0
  return (votes.get(key) ?? 0) + 0.6 * (beside(-1) + beside(1) + beside(-keyRow) + beside(keyRow))
}

/** Near agreement first; then the row it stands in, wider surroundings, and what the whole page did. */
function agreementOf({ close, wide, bands, whole }: Votes, cell: number, key: number): number {
  const band = Math.floor(cell / 512)
  const inBand = (by: number) => near(bands.get(band + by), key)
  return (
    Math.min(6, near(close.get(cell), key)) +
    Math.min(6, 0.4 * near(wide.get(cell), key)) +
    Math.min(4, 0.4 * (inBand(0) + 0.5 * inBand(-1) + 0.5 * inBand(1))) +
    Math.min(2, 0.004 * near(whole, key))
  )
}

function weighClaims(pages: Pages, votes: Votes) {
  const { one, other } = pages
  const claims: Claim[] = []
  const best = new Float32Array(one.count)
  const second = new Float32Array(one.count)
  const first = new Int32Array(one.count).fill(-1)
  const known = new Map<number, Counts>()
  forEachLink(pages, (from, to, distance) => {
    const cell = cellOf(one, from)
    const key = shiftKey(pages, from, to)
    const here = countsAt(known, cell)
    const found = here.get(key) ?? agreementOf(votes, cell, key)
    here.set(key, found)
    const agreement = found - distance / 40
    claims.push({ from, to, agreement })
    const leader = first[from] ?? -1
    const isElsewhere = leader < 0 || areApart(other, leader, to)
    if (agreement > (best[from] ?? 0)) {
      if (isElsewhere) second[from] = best[from] ?? 0
      best[from] = agreement
      first[from] = to
    } else if (agreement > (second[from] ?? 0) && isElsewhere) second[from] = agreement
  })
  return { claims, best, second, first }
}

const areApart = ({ xs, ys }: Features, one: number, other: number) =>
  Math.abs((xs[one] ?? 0) - (xs[other] ?? 0)) + Math.abs((ys[one] ?? 0) - (ys[other] ?? 0)) > 8

/** What no neighbour moved along with is chance. */
function dropLonely({ one, other }: Pages, { to, trust }: Matches): void {
  const groups = new Map<number, number[]>()
  for (let at = 0; at < one.count; at++) {
    if ((to[at] ?? -1) < 0) continue
    const cell = cellOf(one, at)
    const group = groups.get(cell)
    if (group) group.push(at)
    else groups.set(cell, [at])
  }
  const shiftOf = (at: number) => ({
    x: (other.xs[to[at] ?? 0] ?? 0) - (one.xs[at] ?? 0),
    y: (other.ys[to[at] ?? 0] ?? 0) - (one.ys[at] ?? 0),
  })
  const isLonely = (at: number) => {
    const [cell, shift] = [cellOf(one, at), shiftOf(at)]
    let friends = 0
    for (const by of [0, -1, 1, -512, 512, -513, 513, -511, 511])
      for (const friend of groups.get(cell + by) ?? []) {
        const its = shiftOf(friend)
        if (friend !== at && Math.abs(its.x - shift.x) <= 3 && Math.abs(its.y - shift.y) <= 3) friends++
        if (friends >= 2) return false
      }
    return true
  }
  const lonely = [...groups.values()].flat().filter(isLonely)
  for (const at of lonely) {
    to[at] = -1
    trust[at] = 0
  }
}

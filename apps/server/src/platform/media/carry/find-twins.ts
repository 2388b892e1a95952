import { correlate, type Spot } from '#server/platform/media/carry/correlate'
import type { Features } from '#server/platform/media/carry/find-features'
import { type LookAlikes, lookAlikesMax } from '#server/platform/media/carry/find-look-alikes'
import type { PageMatch } from '#server/platform/media/carry/match-pages'
import type { Plane } from '#server/platform/media/carry/picture'
import type { Area } from '#server/platform/media/carry/pin-area'
import { ringOf } from '#server/platform/media/carry/place-pin'

/** How far surroundings reach beyond an area; copies may differ only in what is farther off. */
const reaches = { closest: [0, 16, 48], leading: [48, 96, 160], near: 48, copied: 16 }
const flatness = 0.7
/** Features up to these rings of the surroundings speak of twins: of what is marked, and of all around. */
const ringsAround = [0, 2]
const bucket = 4
const keyRow = 2 ** 13
const twinsMax = 8
const samePlace = 10

/** Of edges, −1 to 1: `shape`: the least of the area and what is close; `fit`: its surroundings. */
export type Surroundings = {
  shape: number
  fit: number
  /** By how much they are more alike than those of any other likely place, on either page. */
  lead: number
  /** Only one of the pages has another place that looks like this one. */
  isCopied: boolean
}

/** Beside the fit of the place itself. */
const copy = { least: 0.95, none: 0.8 }

export function compareSurroundings(match: PageMatch, area: Area, by: Spot): Surroundings {
  const { one, other } = match
  const here = (reach: number) => fitAround(one.edges, area, other.edges, by, reach)
  const twins = findTwins(match, area, by)
  const mostOf = (on: Plane, reach: number) => {
    const shifts = on === one.edges ? twins.onOlder : twins.onNewer
    return Math.max(0, ...shifts.map((shift) => fitAround(one.edges, area, on, shift, reach)))
  }
  const leads = reaches.leading.map(
    (reach) => here(reach) - Math.max(mostOf(one.edges, reach), mostOf(other.edges, reach)),
  )
  const copies = [one.edges, other.edges].map((on) => mostOf(on, reaches.copied) / here(reaches.copied))
  return {
    shape: Math.min(...reaches.closest.map(here)),
    fit: here(reaches.near),
    lead: Math.max(...leads),
    isCopied: Math.max(...copies) >= copy.least && Math.min(...copies) < copy.none,
  }
}

function fitAround(one: Plane, area: Area, other: Plane, by: Spot, reach: number): number {
  const from = { x: Math.round(area.x), y: Math.round(area.y) }
  const to = { x: Math.round(area.x + by.x), y: Math.round(area.y + by.y) }
  const window = {
    across: Math.round(area.across + reach),
    down: Math.round(area.down + reach * flatness),
  }
  return correlate(one, from, other, to, window, reach > 100 ? 3 : 2)
}

/** Other places that look like an area: on the older page itself, or on the newer one. */
function findTwins({ one, other, ownAlike, alike }: PageMatch, area: Area, by: Spot) {
  const itself = { x: 0, y: 0 }
  return {
    onOlder: ringsAround.flatMap((widest) =>
      likelyShifts(one.features, one.features, ownAlike, { area, known: itself, widest }),
    ),
    onNewer: ringsAround.flatMap((widest) =>
      likelyShifts(one.features, other.features, alike, { area, known: by, widest }),
    ),
  }
}

type Sought = { area: Area; known: Spot; widest: number }

/** Where most features around an area have look-alikes, other than at `known`. */
function likelyShifts(
  one: Features,
  other: Features,
  alike: LookAlikes,
  { area, known, widest }: Sought,
): Spot[] {
  const votes = new Map<number, Spot & { count: number }>()
  for (let at = 0; at < one.count; at++) {
    const [x, y] = [one.xs[at] ?? 0, one.ys[at] ?? 0]
    const ring = ringOf(area, x, y)
    if (ring < 0 || ring > widest) continue
    for (let link = 0; link < (alike.count[at] ?? 0); link++) {
      const to = alike.to[at * lookAlikesMax + link] ?? 0
      const shift = { x: (other.xs[to] ?? 0) - x, y: (other.ys[to] ?? 0) - y }
      if (Math.abs(shift.x - known.x) + Math.abs(shift.y - known.y) <= samePlace) continue
      const key = (Math.round(shift.x / bucket) + keyRow / 2) * keyRow + Math.round(shift.y / bucket)
      const vote = votes.get(key) ?? { ...shift, count: 0 }
      vote.count++
      votes.set(key, vote)
    }
  }
  return [...votes.values()].sort((a, b) => b.count - a.count).slice(0, twinsMax)
}

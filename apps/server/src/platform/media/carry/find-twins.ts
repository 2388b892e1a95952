import { correlate, type Spot } from '#server/platform/media/carry/correlate'
import type { Features } from '#server/platform/media/carry/find-features'
import { type LookAlikes, lookAlikesMax } from '#server/platform/media/carry/find-look-alikes'
import type { PageMatch } from '#server/platform/media/carry/match-pages'
import type { Plane } from '#server/platform/media/carry/picture'
import type { Area } from '#server/platform/media/carry/pin-area'
import { ringOf } from '#server/platform/media/carry/place-pin'

/** How far surroundings reach beyond an area. */
const beyond = { across: 48, down: 32 }
/** Features up to this ring of the surroundings speak of twins. */
const widestRing = 2
const bucket = 4
const keyRow = 2 ** 13
const twinsMax = 8
const samePlace = 10

/** How alike the surroundings of an area and of another place are, −1 to 1. */
export function fitAround(one: Plane, area: Area, other: Plane, by: Spot): number {
  const from = { x: Math.round(area.x), y: Math.round(area.y) }
  const to = { x: Math.round(area.x + by.x), y: Math.round(area.y + by.y) }
  const reach = {
    across: Math.round(area.across + beyond.across),
    down: Math.round(area.down + beyond.down),
  }
  return correlate(one, from, other, to, reach, 2)
}

/** How alike the best other place is: on the older page itself, or on the newer one. */
export function twinFit({ one, other, ownAlike, alike }: PageMatch, area: Area, by: Spot): number {
  const onOlder = likelyShifts(one.features, one.features, ownAlike, area, { x: 0, y: 0 })
  const onNewer = likelyShifts(one.features, other.features, alike, area, by)
  return Math.max(
    0,
    ...onOlder.map((shift) => fitAround(one.edges, area, one.edges, shift)),
    ...onNewer.map((shift) => fitAround(one.edges, area, other.edges, shift)),
  )
}

/** Where most features around an area have look-alikes, other than at `known`. */
function likelyShifts(one: Features, other: Features, alike: LookAlikes, area: Area, known: Spot): Spot[] {
  const votes = new Map<number, Spot & { count: number }>()
  for (let at = 0; at < one.count; at++) {
    const [x, y] = [one.xs[at] ?? 0, one.ys[at] ?? 0]
    const ring = ringOf(area, x, y)
    if (ring < 0 || ring > widestRing) continue
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

import type { CarriedPin } from '#server/platform/media/carry/carry-pins'
import { fitAround, twinFit } from '#server/platform/media/carry/find-twins'
import type { Look } from '#server/platform/media/carry/judge-look'
import type { PageMatch } from '#server/platform/media/carry/match-pages'
import type { Area } from '#server/platform/media/carry/pin-area'
import { type Candidate, ringOf } from '#server/platform/media/carry/place-pin'

/** What speaks for a pin's place, beside what speaks against it. */
export type Evidence = {
  fit: number
  support: number
  taken: number
  /** By how much the best candidate is better than the next. */
  lead: number
  /** Features that exist once and moved along, or did not; by ring around the pin. */
  along: number[]
  against: number[]
  isPlain: boolean
  /** How alike the surroundings are, and those of the best other place of either page. */
  around: number
  twin: number
}

export function collectEvidence(
  match: PageMatch,
  area: Area,
  [best, next]: Candidate[],
  look: Look,
): Evidence | null {
  if (!best) return null
  return {
    fit: best.fit,
    support: best.support,
    taken: best.taken,
    lead: best.rank - (next?.rank ?? 0),
    ...countUnique(match, area, best),
    isPlain: look.isPlain,
    around: fitAround(match.one.edges, area, match.other.edges, best.by),
    twin: twinFit(match, area, best.by),
  }
}

/** Farther off is another shift. */
const sameShift = 6

function countUnique({ one, other, matches, isUnique }: PageMatch, area: Area, { by }: Candidate) {
  const [along, against] = [
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ]
  for (const [at, unique] of isUnique.entries()) {
    if (unique === 0) continue
    const [x, y] = [one.features.xs[at] ?? 0, one.features.ys[at] ?? 0]
    const ring = ringOf(area, x, y)
    if (ring < 0) continue
    const to = matches.to[at] ?? 0
    const moveX = (other.features.xs[to] ?? 0) - x
    const moveY = (other.features.ys[to] ?? 0) - y
    const isAlong = Math.abs(moveX - by.x) <= sameShift && Math.abs(moveY - by.y) <= sameShift
    const counts = isAlong ? along : against
    counts[ring] = (counts[ring] ?? 0) + 1
  }
  return { along, against }
}

const least = { fit: 0.9, support: 0.6, lead: 0.4, around: 0.6 }
const mostTaken = 0.2
/** From this on another place is a twin, and only features that exist once can tell them apart. */
const twinFrom = 0.6
const leastUnique = 3
const mostAgainst = 0.1

/** Only what is proven: everything else asks. A changed look never proves that a spot is still there. */
export function isSure(found: Evidence | null, outcome: CarriedPin['outcome']): boolean {
  if (!found || outcome === 'NOT_FOUND' || outcome === 'CHANGED' || found.isPlain) return false
  if (found.taken > mostTaken || found.around < least.around) return false
  if (found.fit < least.fit || found.support < least.support || found.lead < least.lead) return false
  const sum = (counts: number[]) => counts.reduce((all, count) => all + count, 0)
  const [along, against] = [sum(found.along), sum(found.against)]
  if (against > mostAgainst * along) return false
  return found.twin < twinFrom || along >= leastUnique
}

import type { CarriedPin } from '#server/platform/media/carry/carry-pins'
import { compareSurroundings, type Surroundings } from '#server/platform/media/carry/find-twins'
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
  isWhole: boolean
  around: Surroundings
}

export function collectEvidence(
  match: PageMatch,
  area: Area,
  [best, next]: Candidate[],
  { look, isWhole }: { look: Look; isWhole: boolean },
): Evidence | null {
  if (!best) return null
  return {
    fit: best.fit,
    support: best.support,
    taken: best.taken,
    lead: best.rank - (next?.rank ?? 0),
    ...countUnique(match, area, best),
    isPlain: look.isPlain,
    isWhole,
    around: compareSurroundings(match, area, best.by),
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

const least = { fit: 0.9, support: 0.6, lead: 0.2, around: 0.6 }
/** Of a spot that looks different: edges are the same when only colors changed. */
const leastOfChanged = { shape: 0.9, support: 0.9 }
const mostTaken = 0.2
/** Below this another place may be a twin. */
const leastLead = 0.06
/** Beside those that moved along; what is farther off may move otherwise. */
const mostAgainst = 0.1
const nearRings = 3

/** Only what is proven: everything else asks. */
export function isSure(found: Evidence | null, outcome: CarriedPin['outcome']): boolean {
  if (!found || outcome === 'NOT_FOUND' || found.isPlain || !found.isWhole) return false
  if (found.taken > mostTaken || isContradicted(found)) return false
  if (found.around.lead < leastLead || found.around.isCopied) return false
  return outcome === 'CHANGED' ? hasSameShape(found) : hasSameLook(found)
}

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)

function isContradicted({ along, against }: Evidence): boolean {
  return sum(against.slice(0, nearRings)) > mostAgainst * sum(along.slice(0, nearRings))
}

/** A changed look alone never proves that a spot is still there. */
const hasSameShape = ({ around, support }: Evidence) =>
  around.shape >= leastOfChanged.shape && support >= leastOfChanged.support

const hasSameLook = ({ fit, support, lead, around }: Evidence) =>
  fit >= least.fit && support >= least.support && lead >= least.lead && around.fit >= least.around

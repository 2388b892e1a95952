import type { Marker } from '@wingmark/contract/comments'
import type { Spot } from '#server/platform/media/carry/correlate'
import type { Quoted } from '#server/platform/media/carry/find-quote'
import { collectEvidence, isSure } from '#server/platform/media/carry/is-sure'
import { judgeLook, type Look } from '#server/platform/media/carry/judge-look'
import { matchPages, type PageMatch } from '#server/platform/media/carry/match-pages'
import { type Area, areaOf, isWhole, moveMarker } from '#server/platform/media/carry/pin-area'
import { type Candidate, findCandidates } from '#server/platform/media/carry/place-pin'
import type { Raster } from '#server/platform/media/compare-pixels'

/** `marker`: null only where it was not found. */
export type CarriedPin = {
  outcome: 'UNCHANGED' | 'MOVED' | 'CHANGED' | 'NOT_FOUND'
  confidence: 'SURE' | 'UNSURE'
  marker: Marker | null
}

/** Grows with each change of what is answered; what an earlier one answered may be replaced. */
export const CARRY_ALGORITHM = 3

/** Parts of the width by which a pin may seem to move. */
const still = 0.007

/** Where each pin of a page is on its next version; opaque pictures. `quoted`: of each pin beside words. */
export async function carryPins(
  before: Raster,
  after: Raster,
  pins: readonly Marker[],
  quoted: readonly (Quoted | null)[] = [],
): Promise<CarriedPin[]> {
  if (pins.length === 0) return []
  const match = await matchPages(before, after)
  return pins.map((pin, at) => carryPin(match, pin, quoted[at] ?? null))
}

/** Pixels alone never prove that something is gone. */
const notFound: CarriedPin = { outcome: 'NOT_FOUND', confidence: 'UNSURE', marker: null }

export function carryPin(match: PageMatch, pin: Marker, quoted: Quoted | null): CarriedPin {
  const area = areaOf(pin, match.one.edges)
  const candidates = findCandidates(match, area, quoted && shiftOf(match, quoted))
  const [best] = candidates
  if (!best || !isOnPage(match, area, best)) return notFound
  const look = judgeLook(match, area, best)
  const outcome = outcomeOf(match, area, best, look)
  if (outcome === 'NOT_FOUND') return notFound
  const [from, to] = [match.one.edges, match.other.edges]
  const seen = { look, isWhole: isWhole(pin, best.by, from, to) }
  const sure = isSure(collectEvidence(match, area, candidates, seen), outcome)
  return {
    outcome,
    confidence: sure ? 'SURE' : 'UNSURE',
    marker: moveMarker(pin, best.by, from, to),
  }
}

function shiftOf({ one, other }: PageMatch, { from, to }: Quoted): Spot {
  return {
    x: to.x * other.edges.width - from.x * one.edges.width,
    y: to.y * other.edges.height - from.y * one.edges.height,
  }
}

function isOnPage({ other }: PageMatch, area: Area, { by }: Candidate): boolean {
  const [x, y] = [area.x + by.x, area.y + by.y]
  return x >= 0 && y >= 0 && x < other.edges.width && y < other.edges.height
}

export function outcomeOf(match: PageMatch, area: Area, best: Candidate, look: Look): CarriedPin['outcome'] {
  if (look.isDifferent) {
    // What lies there may be another part of the older page, or nothing.
    if (best.taken > 0.45 || look.isEmptied) return 'NOT_FOUND'
    return best.support < 0.12 && best.fit < 0.5 ? 'NOT_FOUND' : 'CHANGED'
  }
  const [one, other] = [match.one.edges, match.other.edges]
  const [x, y] = [area.x + best.by.x, area.y + best.by.y]
  const moved = Math.hypot(x / other.width - area.x / one.width, y / other.width - area.y / one.width)
  return moved > still ? 'MOVED' : 'UNCHANGED'
}

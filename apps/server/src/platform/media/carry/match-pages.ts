import { agree, type Matches } from '#server/platform/media/carry/agree'
import { type Features, findFeatures } from '#server/platform/media/carry/find-features'
import { findLookAlikes, type LookAlikes, lookAlikesMax } from '#server/platform/media/carry/find-look-alikes'
import { edgesOf, greyOf, type Plane, scaleTo } from '#server/platform/media/carry/picture'
import type { Raster } from '#server/platform/media/compare-pixels'

/** Features are found at this width, looks are judged up to the fine one. */
const workWidth = 720
const fineWidth = 1_440
const mostFeatures = 5_000
/** Of one page; both are in memory, at both widths. */
const mostWorkPixels = 6_000_000
const mostFinePixels = 12_000_000
const trusted = 0.3
/** Agreement at which no further scale is tried. */
const enough = 0.35

export type Page = { edges: Plane; features: Features }
export type FinePage = { picture: Raster; grey: Plane }

/** What two pages have in common; `zoom`: fine pixels per pixel of the features. */
export type PageMatch = {
  one: Page
  other: Page
  matches: Matches
  /** For each feature of the newer page the one it was, or −1. */
  origin: Int32Array
  /** Features that look like no other of their own page, and are found once in the other page. */
  isUnique: Uint8Array
  /** Of features of the older page: on that page itself, and on the newer one. */
  ownAlike: LookAlikes
  alike: LookAlikes
  fine: FinePage
  otherFine: FinePage
  zoom: number
}

type Found = { other: Page; matches: Matches; alike: LookAlikes; share: number }

export async function matchPages(before: Raster, after: Raster): Promise<PageMatch> {
  const width = Math.min(workWidth, before.width, widthWithin(mostWorkPixels, before))
  const one = await pageAt(before, width, mostFeatures)
  const found = await findScale(one, before, after)
  const ownAlike = findLookAlikes(one.features, one.features)
  const largest = Math.max(areaOf(one.edges), areaOf(found.other.edges))
  const finest = Math.max(width, Math.floor(width * Math.sqrt(mostFinePixels / largest)))
  const sharp = await scaleTo(before, Math.min(before.width, fineWidth, finest))
  const zoom = sharp.width / width
  const otherSharp = await scaleTo(after, Math.max(1, Math.round(found.other.edges.width * zoom)))
  return {
    one,
    other: found.other,
    matches: found.matches,
    origin: originsOf(found),
    isUnique: findUnique(one, found, ownAlike),
    ownAlike,
    alike: found.alike,
    fine: { picture: sharp, grey: greyOf(sharp) },
    otherFine: { picture: otherSharp, grey: greyOf(otherSharp) },
    zoom,
  }
}

const areaOf = ({ width, height }: { width: number; height: number }) => width * height
const widthWithin = (most: number, { width, height }: Raster) =>
  Math.max(1, Math.floor(Math.sqrt((most * width) / height)))

async function pageAt(picture: Raster, width: number, most: number): Promise<Page> {
  const edges = edgesOf(greyOf(await scaleTo(picture, width)))
  return { edges, features: findFeatures(edges, most) }
}

/** The same pixels, the same width, or a usual factor between: the one at which most agrees. */
async function findScale(one: Page, before: Raster, after: Raster): Promise<Found> {
  const scale = one.edges.width / before.width
  const factors = [1, before.width / after.width, 0.5, 2, 1.5, 2 / 3]
  const widths = new Set(factors.map((factor) => Math.max(16, Math.round(after.width * scale * factor))))
  let best: Found | undefined
  const widest = Math.min(2.2 * workWidth, widthWithin(mostWorkPixels, after))
  for (const [tried, width] of [...widths].filter((width) => width <= widest).entries()) {
    // More than the usual two are only looked at when those do not fit.
    if (best && best.share > enough && tried >= 2) break
    const found = await matchAt(one, after, width)
    if (!best || found.share > best.share * 1.1) best = found
  }
  return best ?? matchAt(one, after, Math.min(one.edges.width, widest))
}

async function matchAt(one: Page, after: Raster, width: number): Promise<Found> {
  const area = (width ** 2 * after.height) / after.width
  const larger = area / (one.edges.width * one.edges.height)
  const other = await pageAt(after, width, Math.round(mostFeatures * Math.max(1, Math.min(2, larger))))
  const alike = findLookAlikes(one.features, other.features)
  const matches = agree(one.features, other.features, alike)
  const agreeing = matches.trust.reduce((count, trust) => count + (trust > trusted ? 1 : 0), 0)
  return { other, matches, alike, share: agreeing / Math.max(1, one.features.count) }
}

function originsOf({ other, matches }: Found): Int32Array {
  const origin = new Int32Array(other.features.count).fill(-1)
  for (const [from, to] of matches.to.entries())
    if (to >= 0 && (matches.trust[from] ?? 0) > 0.05) origin[to] = from
  return origin
}

/** Nearer than this is the same place. */
const samePlace = 8
/** Bits by which a second look-alike must differ more than the first. */
const lead = 10

function findUnique(one: Page, { other, alike, matches }: Found, own: LookAlikes): Uint8Array {
  const isUnique = new Uint8Array(one.features.count)
  for (const at of isUnique.keys()) {
    const to = matches.to[at] ?? -1
    if (to < 0) continue
    const isAlone = isOnly(one.features, own, at, at, 0)
    if (isAlone && isOnly(other.features, alike, at, to, lead)) isUnique[at] = 1
  }
  return isUnique
}

/** Whether no look-alike of a feature lies elsewhere than at `to`, unless far less alike. */
function isOnly({ xs, ys }: Features, alike: LookAlikes, of: number, to: number, by: number): boolean {
  const first = of * lookAlikesMax
  const places = Array.from({ length: alike.count[of] ?? 0 }, (_, at) => first + at)
  const apart = (at: number) =>
    Math.abs((xs[at] ?? 0) - (xs[to] ?? 0)) + Math.abs((ys[at] ?? 0) - (ys[to] ?? 0)) > samePlace
  const nearest = alike.distance[places.find((place) => !apart(alike.to[place] ?? 0)) ?? -1]
  if (nearest === undefined) return false
  return places.every(
    (place) => !apart(alike.to[place] ?? 0) || (by > 0 && (alike.distance[place] ?? 0) > nearest + by),
  )
}

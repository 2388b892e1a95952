import type { MarkerInput } from '@wingmark/contract/comments'
import type { Visibility } from '@wingmark/contract/reviews'
import type { Design } from './designs/svg.ts'
import type { Person } from './studio.ts'

/** A file of a review, with the size that places on it are measured in. */
export type Work = {
  name: string
  mime: string
  width: number
  height: number
  content: string | Uint8Array<ArrayBuffer>
}

/** Where on a work, in its own units; without a size it is a point. */
export type Place = { x: number; y: number; width?: number; height?: number; page?: number }

export type Thread = {
  /** Which work of the review, from 0. */
  work: number
  /** A general comment has no place. */
  place?: Place
  by: Person
  says: string
  replies?: [by: Person, says: string][]
  isResolved?: boolean
}

export type ReviewScript = {
  name: string
  description: string
  visibility: Visibility
  works: Work[]
  threads: Thread[]
}

export const picture = ({ name, width, height, svg }: Design): Work => ({
  name,
  mime: 'image/svg+xml',
  width,
  height,
  content: svg,
})

export const point = (x: number, y: number, page = 1): Place => ({ x, y, page })

export const region = (x: number, y: number, width: number, height: number, page = 1): Place => ({
  x,
  y,
  width,
  height,
  page,
})

const fraction = (part: number, whole: number) => Math.round((part / whole) * 100_000) / 100_000

export function markerOf({ x, y, width, height, page = 1 }: Place, work: Work): MarkerInput {
  const corner = { page, x: fraction(x, work.width), y: fraction(y, work.height) }
  if (width === undefined || height === undefined) return { ...corner, shape: 'POINT' }
  return {
    ...corner,
    width: fraction(width, work.width),
    height: fraction(height, work.height),
    shape: 'RECTANGLE',
  }
}

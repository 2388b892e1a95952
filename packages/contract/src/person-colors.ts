import { z } from 'zod'

/**
 * Of people in a review, on screen and in exports, by their number; the theme's `--wm-person-0` to `-7`. Dark enough for
 * white numbers, none is red, and told apart without one kind of cones, too.
 */
export const personColors = [
  '#2418fc',
  '#a85424',
  '#0b7468',
  '#d80c84',
  '#3c480c',
  '#9060a8',
  '#2400a8',
  '#841878',
] as const

/** Of somebody in a review, from when they first write there: the lowest that is free; of the ninth and later people by their id. */
export const PersonColor = z
  .int()
  .min(0)
  .max(personColors.length - 1)

/** Of the ninth and all later people of a review: the end of an id is random. */
export const laterColor = (id: string): number =>
  (Number.parseInt(id.slice(-1), 16) || 0) % personColors.length

/** How many pairs of colours there are for faces without a picture. */
export const faceColorCount = 4

/** Of somebody's face, 0 to 3; spread over ids that differ in a few letters. */
export function pickColor(id: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  return ((hash ^ (hash >>> 15)) >>> 0) % faceColorCount
}

import { z } from 'zod'

/** People's colours in a review: `--wm-person-0` to `-7`. Dark enough for white numbers, distinct for the colour-blind, never red. */
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

/** The lowest free colour when someone first writes in a review; from the ninth person on by id. */
export const PersonColor = z
  .int()
  .min(0)
  .max(personColors.length - 1)

/** For the ninth and later people: the end of an id is random. */
export const laterColor = (id: string): number =>
  (Number.parseInt(id.slice(-1), 16) || 0) % personColors.length

/** Colour pairs for faces without a picture. */
export const faceColorCount = 4

/** A face's colour, 0 to 3; similar ids get different ones. */
export function pickColor(id: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  return ((hash ^ (hash >>> 15)) >>> 0) % faceColorCount
}

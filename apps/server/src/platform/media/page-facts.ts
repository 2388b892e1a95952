import { storable } from '@wingmark/contract/text'
import { z } from 'zod'

/** What a render process reports of one page or picture; the rules of `modules/checks` judge it. */

const fraction = z.number().min(-1).max(2)
/** In fractions of the page, from its upper left corner. */
const Box = z.object({ x: fraction, y: fraction, width: fraction, height: fraction })
export type Box = z.infer<typeof Box>

/** Files may declare something else as a letter. */
const words = (most: number) => z.string().max(most).transform(storable)

const Hex = z.string().regex(/^#[0-9a-f]{6}$/)

const TextFact = z.object({
  words: words(1_000),
  box: Box,
  /** Line height of its letters: points in a PDF, pixels in a picture. */
  size: z.number().min(0).max(100_000),
  isBold: z.boolean(),
  /** Where its contrast is worst; null where they could not be measured. */
  colors: z.object({ text: Hex, background: Hex }).nullable(),
  /** Certainty of its reading, 0 to 100. */
  certainty: z.number().min(0).max(100),
})
export type TextFact = z.infer<typeof TextFact>

const NeighbourFact = z.object({ colors: z.tuple([Hex, Hex]), box: Box })
export type NeighbourFact = z.infer<typeof NeighbourFact>

export const neighboursMax = 40
export const textsMax = 1_500
export const imagesMax = 300
export const fontsMax = 30

export const PageFacts = z.object({
  /** Points in a PDF, pixels in a picture. */
  size: z.object({ width: z.number().positive(), height: z.number().positive() }),
  texts: z.array(TextFact).max(textsMax),
  /** Pictures on a page, with their pixels per inch there. */
  images: z.array(z.object({ box: Box, ppi: z.number().nonnegative() })).max(imagesMax),
  /** Neighbouring even areas of different colours, and where they meet. */
  neighbours: z.array(NeighbourFact).max(neighboursMax),
  /** Names of fonts that are not in the file. */
  missingFonts: z.array(words(200)).max(fontsMax),
  /** Where the paper is cut, if the page says so. */
  trim: Box.nullable(),
  /** How far the cut-off margin is printed, if the page says so. */
  bleed: Box.nullable(),
  isBlank: z.boolean(),
  /** Large pictures are read in parts, some at a time: how many so far, and of how many. */
  parts: z.object({ read: z.int().positive(), of: z.int().positive() }),
  /** Null where no words could be judged. */
  spelling: z
    .object({
      /** Most of it is in no known language. */
      isForeign: z.boolean(),
      found: z
        .array(
          z.object({
            word: words(40),
            better: words(60),
            line: words(200),
            box: Box,
          }),
        )
        .max(40),
    })
    .nullable(),
})
export type PageFacts = z.infer<typeof PageFacts>

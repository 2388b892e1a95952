import { type ColorMatrix, visionMatrices } from '@wingmark/contract/color-vision'

/** How the design is shown: as it is, as colour-blind people see it, or to test contrast and hierarchy. */
export const seenAs = ['ALL', 'PROTAN', 'DEUTAN', 'TRITAN', 'GREY', 'BLUR'] as const
export type SeenAs = (typeof seenAs)[number]

export const seenAsNames: Record<SeenAs, string> = {
  ALL: 'Normal vision',
  PROTAN: 'Protanopia (red-blind)',
  DEUTAN: 'Deuteranopia (green-blind)',
  TRITAN: 'Tritanopia (blue-blind)',
  GREY: 'Greyscale',
  BLUR: 'Blurred',
}

/** For linear light; grey by Rec. 709. */
export const colorMatrices: Partial<Record<SeenAs, ColorMatrix>> = {
  ...visionMatrices,
  GREY: [
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
  ],
}

/** The next one, cyclically. */
export const nextSeenAs = (now: SeenAs): SeenAs => seenAs[(seenAs.indexOf(now) + 1) % seenAs.length] ?? 'ALL'

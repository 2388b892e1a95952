/** How the design is shown: as it is, as others see it, or in other ways that tell whether it holds. */
export const seenAs = ['ALL', 'PROTAN', 'DEUTAN', 'TRITAN', 'GREY', 'BLUR'] as const
export type SeenAs = (typeof seenAs)[number]

export const seenAsNames: Record<SeenAs, string> = {
  ALL: 'As it is',
  PROTAN: 'Without red (protanopia)',
  DEUTAN: 'Without green (deuteranopia)',
  TRITAN: 'Without blue (tritanopia)',
  GREY: 'In grey',
  BLUR: 'Blurred',
}

type Row = readonly [number, number, number]

/** For linear light; those of missing cones by Machado, Oliveira and Fernandes (2009), the grey by Rec. 709. */
export const colorMatrices: Partial<Record<SeenAs, readonly [Row, Row, Row]>> = {
  PROTAN: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  DEUTAN: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  TRITAN: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
  GREY: [
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
  ],
}

/** The one after, and from the last the first. */
export const nextSeenAs = (now: SeenAs): SeenAs => seenAs[(seenAs.indexOf(now) + 1) % seenAs.length] ?? 'ALL'

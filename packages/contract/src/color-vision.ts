type Row = readonly [number, number, number]
export type ColorMatrix = readonly [Row, Row, Row]

/** Sight without one kind of cones. */
export const colorVisions = ['PROTAN', 'DEUTAN', 'TRITAN'] as const
export type ColorVision = (typeof colorVisions)[number]

/** For linear light, by Machado, Oliveira and Fernandes (2009). */
export const visionMatrices: Record<ColorVision, ColorMatrix> = {
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
}

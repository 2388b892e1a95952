/** Streams of one process. */
export const streamsMax = 5_000
/** A share of what the others leave, so that no few addresses take everything: the first may have a fifth. */
const share = 5
/** So many any address may have, for one person's windows. */
const leastOfAddress = 8

/** How many streams one address may hold while the others hold `ofOthers`. */
export function mostStreamsOfAddress(ofOthers: number): number {
  return Math.max(leastOfAddress, Math.floor((streamsMax - ofOthers) / share))
}

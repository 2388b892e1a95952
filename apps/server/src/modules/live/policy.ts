/** Streams in one process. */
export const streamsMax = 5_000
/** Each address gets a share of what is left, so a few cannot take all; the first gets a fifth. */
const share = 5
/** The minimum for any address, for one person's windows. */
const leastOfAddress = 8

/** How many streams an address may hold while the others hold `ofOthers`. */
export function mostStreamsOfAddress(ofOthers: number): number {
  return Math.max(leastOfAddress, Math.floor((streamsMax - ofOthers) / share))
}

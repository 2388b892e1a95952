/** Entries from when the clock was ahead count as no newer than current ones. */
export function oldestOf(ages: readonly { key: string; at: number }[], count: number, now: number): string[] {
  const ageOf = (at: number) => (at > now ? 0 : at)
  return ages
    .toSorted((a, b) => ageOf(a.at) - ageOf(b.at))
    .slice(0, count)
    .map(({ key }) => key)
}

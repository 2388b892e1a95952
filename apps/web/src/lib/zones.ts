/** The reader's time zone, as `Europe/Berlin`. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** All that the browser knows, the reader's own among them. */
export const zoneNames = (): readonly string[] => [
  ...new Set([ownZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')]),
]

type Wall = { day: string; time: string }

/** The day and time that clocks of a zone show, as `2027-03-01` and `18:05`. */
export function wallOf(at: Date, zone: string): Wall {
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit' },
  }).formatToParts(at)
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return { day: `${of('year')}-${of('month')}-${of('day')}`, time: `${of('hour')}:${of('minute')}` }
}

const asUtc = ({ day, time }: Wall) => Date.parse(`${day}T${time}:00Z`)

/** When clocks of the zone show this. A skipped hour counts on from before; of a repeated one, the first. */
export function momentOf(wall: Wall, zone: string): Date | null {
  const shown = asUtc(wall)
  if (Number.isNaN(shown)) return null
  const aheadAt = (ms: number) => asUtc(wallOf(new Date(ms), zone)) - ms
  const day = 86_400_000
  const found = [aheadAt(shown - day), aheadAt(shown + day)].map((ahead) => shown - ahead)
  const [first = shown] = found.filter((ms) => ms + aheadAt(ms) === shown).toSorted((a, b) => a - b)
  const isShown = found.some((ms) => ms + aheadAt(ms) === shown)
  return new Date(isShown ? first : shown - aheadAt(shown - day))
}

/** `Berlin` of `Europe/Berlin`. */
export const cityOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

import { localDay, untilWords } from '#web/lib/days'
import { formatClock } from '#web/lib/format'
import { cityOf, ownZone, wallOf } from '#web/lib/zones'

/** `Friday, 18:00` in the reader's time zone, and whether that is past. */
export function dueWords(endsAt: string, now = new Date()): { words: string; isOver: boolean } {
  const at = new Date(endsAt)
  const { words } = untilWords(localDay(at), localDay(now))
  return { words: `${words}, ${formatClock(endsAt)}`, isOver: at < now }
}

/** The same moment where it was chosen, for readers elsewhere; null if clocks agree. */
export function dueThere(endsAt: string, zone: string): string | null {
  const [here, there] = [ownZone(), zone].map((one) => wallOf(new Date(endsAt), one))
  if (!here || !there || (here.time === there.time && here.day === there.day)) return null
  return `${there.time} in ${cityOf(zone)}`
}

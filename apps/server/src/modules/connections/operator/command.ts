export const peopleUsage = `npm run people -- reports                              the newest reports, with their content
npm run people -- show USERNAME                        who this is, whether hidden or suspended, and reports about them
npm run people -- hide USERNAME                        hide this person: nobody can find or reach them
npm run people -- suspend USERNAME [--until YYYY-MM-DD] the same, until a future day (00:00 UTC)
npm run people -- restore USERNAME                     undo both`

export type PeopleCommand =
  | { verb: 'reports' }
  | { verb: 'show' | 'hide' | 'restore'; username: string }
  | { verb: 'suspend'; username: string; until: Date | null }

/** Null for invalid input: an unknown word, a day without suspending, or a past day. */
export function readPeopleCommand(words: readonly string[], now: Date): PeopleCommand | null {
  const [verb, username, flag, day, ...more] = words
  if (more.length > 0) return null
  if (verb === 'reports') return username === undefined ? { verb } : null
  if (!username) return null
  if (verb === 'show' || verb === 'hide' || verb === 'restore')
    return flag === undefined ? { verb, username } : null
  if (verb !== 'suspend') return null
  if (flag === undefined) return { verb, username, until: null }
  const until = readDay(day ?? '')
  return flag === '--until' && until && until > now ? { verb, username, until } : null
}

/** Rejects dates such as 31 April. */
function readDay(day: string): Date | null {
  const read = new Date(`${day}T00:00:00.000Z`)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(`${day}T`) ? read : null
}

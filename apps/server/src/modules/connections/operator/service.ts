import type { Deps } from '#server/deps'
import {
  findPersonNamed,
  listReports,
  type PersonLine,
  type ReportLine,
  restrict,
  unrestrict,
} from '#server/modules/connections/operator/store'

type Needs = Pick<Deps, 'db'>

/** The newest hundred. */
export function showReports({ db }: Needs): Promise<ReportLine[]> {
  return listReports(db.orm, null)
}

/** Null if nobody has the username. */
export async function showPerson(
  { db }: Needs,
  username: string,
): Promise<{ person: PersonLine; reports: ReportLine[] } | null> {
  const person = await findPersonNamed(db.orm, username.toLowerCase())
  return person && { person, reports: await listReports(db.orm, person.id) }
}

/** Invisible to everyone else, and may not send requests. False if nobody has the username. */
export function hidePerson({ db }: Needs, username: string): Promise<boolean> {
  return restrict(db.orm, username.toLowerCase(), 'HIDDEN', null)
}

/** Like hiding, until that day or permanently. */
export function suspendPerson({ db }: Needs, username: string, until: Date | null): Promise<boolean> {
  return restrict(db.orm, username.toLowerCase(), 'SUSPENDED', until)
}

/** False if no such person is hidden or suspended. */
export function restorePerson({ db }: Needs, username: string): Promise<boolean> {
  return unrestrict(db.orm, username.toLowerCase())
}

import { createConnectionProfile } from '@wingmark/contract/connection-profiles'
import type { RouteBodyInput } from '@wingmark/contract/route'
import { newUser, type Person } from './people.ts'
import type { TestApp } from './start-test-app.ts'

type Body = RouteBodyInput<typeof createConnectionProfile>

export const profileOf = ({ user }: Person, given: Partial<Body> = {}): Body => ({
  name: user.name,
  email: user.email,
  username: user.username,
  location: 'Utrecht',
  designation: 'Motion designer',
  company: 'Studio Nord',
  experience: 'Ten years of opening titles.',
  skills: ['Motion', 'Figma'],
  ...given,
})

/** A person with a connection profile. */
export async function newPilot(app: TestApp, name?: string, given: Partial<Body> = {}): Promise<Person> {
  const person = await newUser(app, name)
  const { status } = await app.call(createConnectionProfile, { body: profileOf(person, given) }, person)
  if (status !== 201) throw new Error(`no profile: ${status}`)
  return person
}

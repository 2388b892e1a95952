import { createConnectionProfile } from '@wingmark/contract/connection-profiles'
import { answerConnection, askToConnect, listConnections } from '@wingmark/contract/connections'
import { listConversations, sendMessage } from '@wingmark/contract/messages'
import { getProfile } from '@wingmark/contract/users'
import type { Studio } from './publish.ts'
import { ines, jonas, mara, type Person } from './studio.ts'

type Profile = { location: string; designation: string; experience: string; skills: string[] }

const profiles: readonly [Person, Profile][] = [
  [
    mara,
    {
      location: 'Gothenburg',
      designation: 'Art director',
      experience: 'Twelve made-up years of identities, packaging and posters.',
      skills: ['Branding', 'Packaging', 'Typography'],
    },
  ],
  [
    jonas,
    {
      location: 'Lagos',
      designation: 'Product designer',
      experience: 'Apps and design systems for made-up banks and ferries.',
      skills: ['Product design', 'Figma', 'Prototyping'],
    },
  ],
  [
    ines,
    {
      location: 'Trieste',
      designation: 'Motion designer',
      experience: 'Opening titles for made-up festivals.',
      skills: ['Motion', 'Illustration', 'Typography'],
    },
  ],
]

const conversation: readonly [Person, string][] = [
  [mara, 'Morning! The ferry line signed off on the second round this weekend.'],
  [jonas, 'That is good news. Do they want the night version as well?'],
  [mara, 'Yes, and they asked for a version with larger figures on the timetable.'],
  [jonas, 'I can have both by Thursday. Shall I put them into the same review?'],
]

/** Profiles, two connections and a conversation, unless they are there. */
export async function introducePeople(studio: Studio): Promise<boolean> {
  const { call, owner, tokenOf } = studio
  for (const [person, profile] of profiles) await buildProfile(studio, person, profile)
  let isNew = false
  for (const person of [jonas, ines]) {
    const [as, _id] = [await tokenOf(person), await idOf(studio, person)]
    const there = await call(listConnections, { as: owner, query: { status: 'ACCEPTED', limit: '100' } })
    if (there.results.some((one) => one.person._id === _id)) continue
    const asked = await call(askToConnect, { as: owner, params: { id: _id }, body: {} })
    const params = { id: asked.result._id }
    if (asked.result.status === 'PENDING')
      await call(answerConnection, { as, params, body: { response: 'ACCEPT' } })
    isNew = true
  }
  const { total } = await call(listConversations, { as: owner })
  if (total > 0) return isNew
  for (const [by, message] of conversation) {
    const to = await idOf(studio, by === mara ? jonas : mara)
    await call(sendMessage, { as: await tokenOf(by), body: { to, message } })
  }
  return true
}

async function buildProfile({ call, tokenOf }: Studio, person: Person, profile: Profile): Promise<void> {
  const as = await tokenOf(person)
  const { connectionProfile, user } = (await call(getProfile, { as })).result
  if (connectionProfile) return
  const { name, email, username } = user
  const body = { name, email, username, company: 'Northwind (demo)', ...profile }
  await call(createConnectionProfile, { as, body })
}

const idOf = async ({ call, tokenOf }: Studio, person: Person): Promise<string> =>
  (await call(getProfile, { as: await tokenOf(person) })).result.user._id

import { createConnectionProfile } from '@wingmark/contract/connection-profiles'
import { answerConnection, askToConnect, listConnections } from '@wingmark/contract/connections'
import { uploadFile } from '@wingmark/contract/files'
import { listConversations, sendMessage } from '@wingmark/contract/messages'
import { changeVisibility, createReview, listMyReviews, type Review } from '@wingmark/contract/reviews'
import { getProfile } from '@wingmark/contract/users'
import { pattern } from './designs/pattern.ts'
import { type Neighbour, neighbours, type Profile } from './neighbours.ts'
import type { Studio } from './publish.ts'
import { picture } from './review-script.ts'
import { ines, jonas, mara, type Person } from './studio.ts'

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

/** What these two show of their own. */
const ownWork = [
  { person: jonas, work: 'Tickets for a night ferry', experience: 'For a made-up line between two islands.' },
  { person: ines, work: 'Titles of a film week', experience: 'Five frames for a made-up festival.' },
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

/** Nine more whom the studio does not know yet; they and its two colleagues with a public review each, those that are new. */
export async function inviteNeighbours(studio: Studio): Promise<Review[]> {
  const made: Review[] = []
  for (const [at, own] of ownWork.entries()) {
    const review = await showWork(studio, own, neighbours.length + at + 1)
    if (review) made.push(review)
  }
  for (const [at, neighbour] of neighbours.entries()) {
    await buildProfile(studio, neighbour.person, neighbour, 'On their own (demo)')
    const review = await showWork(studio, neighbour, at + 1)
    if (review) made.push(review)
  }
  return made
}

async function showWork(
  { call, tokenOf }: Studio,
  { person, work, experience }: Pick<Neighbour, 'person' | 'work' | 'experience'>,
  number: number,
): Promise<Review | null> {
  const as = await tokenOf(person)
  const mine = await call(listMyReviews, { as, query: { whose: 'OWN', limit: '1' } })
  if (mine.total > 0) return null
  const { name, mime, width, height, content } = picture(pattern(`${work}.svg`, number))
  const form = new FormData()
  form.set('metadata', JSON.stringify({ width, height }))
  form.set('file', new Blob([content], { type: mime }), name)
  const { result: file } = await call(uploadFile, { as, form })
  const body = { name: work, description: experience, files: [file._id] }
  const { result } = await call(createReview, { as, body })
  const params = { id: result._id }
  const changed = await call(changeVisibility, { as, params, body: { visibility: 'PUBLIC' } })
  return changed.result.review
}

async function buildProfile(
  { call, tokenOf }: Studio,
  person: Person,
  { location, designation, experience, skills }: Profile,
  company = 'Northwind (demo)',
): Promise<void> {
  const as = await tokenOf(person)
  const { connectionProfile, user } = (await call(getProfile, { as })).result
  if (connectionProfile) return
  const { name, email, username } = user
  const body = { name, email, username, company, location, designation, experience, skills }
  await call(createConnectionProfile, { as, body })
}

const idOf = async ({ call, tokenOf }: Studio, person: Person): Promise<string> =>
  (await call(getProfile, { as: await tokenOf(person) })).result.user._id

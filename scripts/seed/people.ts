import { createConnectionProfile } from '@wingmark/contract/connection-profiles'
import { answerConnection, askToConnect, listConnections } from '@wingmark/contract/connections'
import { listConversations, sendMessage } from '@wingmark/contract/messages'
import { changeVisibility, createReview, listMyReviews, type Review } from '@wingmark/contract/reviews'
import { profileOf, type Session, upload } from './session.ts'
import { type Person, studio, type Work } from './studio.ts'

/** Profiles, two connections and a conversation, unless they are there. */
export async function introducePeople(session: Session): Promise<boolean> {
  const { call, owner, tokenOf } = session
  for (const person of [studio.owner, ...studio.connections]) await buildProfile(session, person)
  let isNew = false
  for (const person of studio.connections) {
    const { _id: id } = (await profileOf(session, person)).user
    const there = await call(listConnections, { as: owner, query: { status: 'ACCEPTED', limit: '100' } })
    if (there.results.some((one) => one.person._id === id)) continue
    const { result: asked } = await call(askToConnect, { as: owner, params: { id }, body: {} })
    const answer = { params: { id: asked._id }, body: { response: 'ACCEPT' } } as const
    if (asked.status === 'PENDING') await call(answerConnection, { as: await tokenOf(person), ...answer })
    isNew = true
  }
  const { total } = await call(listConversations, { as: owner })
  if (total > 0) return isNew
  for (const { by, to, message } of studio.conversation) {
    const body = { to: (await profileOf(session, to)).user._id, message }
    await call(sendMessage, { as: await tokenOf(by), body })
  }
  return true
}

/** Two colleagues and nine whom the studio does not know yet, with a public review each; those that are new. */
export async function inviteNeighbours(session: Session): Promise<Review[]> {
  const made: Review[] = []
  for (const work of studio.publicWork) {
    await buildProfile(session, work.by)
    const review = await showWork(session, work)
    if (review) made.push(review)
  }
  return made
}

async function showWork(session: Session, { by, name, description, file }: Work): Promise<Review | null> {
  const { call, tokenOf } = session
  const as = await tokenOf(by)
  const mine = await call(listMyReviews, { as, query: { whose: 'OWN', limit: '1' } })
  if (mine.total > 0) return null
  const files = [await upload(session, as, file, 'REVIEW')]
  const { result } = await call(createReview, { as, body: { name, description, files } })
  const params = { id: result._id }
  return (await call(changeVisibility, { as, params, body: { visibility: 'PUBLIC' } })).result.review
}

async function buildProfile(session: Session, person: Person): Promise<void> {
  const { connectionProfile, user } = await profileOf(session, person)
  if (connectionProfile || !person.profile) return
  const { name, email, username } = user
  const body = { name, email, username, ...person.profile }
  await session.call(createConnectionProfile, { as: await session.tokenOf(person), body })
}

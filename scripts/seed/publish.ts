import { setTimeout as sleep } from 'node:timers/promises'
import { changeCommentStatus, createComment, createReply } from '@wingmark/contract/comments'
import { getFile } from '@wingmark/contract/files'
import { joinReview } from '@wingmark/contract/members'
import * as reviews from '@wingmark/contract/reviews'
import { decide, startRound } from '@wingmark/contract/rounds'
import { addVersion } from '@wingmark/contract/versions'
import { SeedError } from './call.ts'
import { type Session, upload } from './session.ts'
import type { PlannedReview } from './studio.ts'

/** Publishes what is not there yet; a review that was cut off before its comments gets them now. */
export async function publish(session: Session, planned: PlannedReview) {
  const { call, owner, tokenOf } = session
  const mine = await call(reviews.listMyReviews, { as: owner, query: { limit: '100' } })
  const existing = mine.results.find(({ name }) => name === planned.name)
  if (existing && (existing.commentCount > 0 || existing.visibility !== 'UNLISTED'))
    return { review: existing, isNew: false }
  const { _id: id, files } = existing ?? (await publishFiles(session, planned))
  await addVersions(session, planned, files)
  const of = { as: owner, params: { id } }
  const opened = await call(reviews.changeShareAccess, { ...of, body: { access: 'COMMENT' } })
  const share = opened.result.shareCode ?? ''
  await writeComments(session, planned, { files, share })
  // Colleagues come by the link and join, so the review is closed only after that.
  for (const member of planned.members)
    await call(joinReview, { as: await tokenOf(member), body: { shareCode: share } })
  await askForDecisions(session, planned, { id, share })
  const changed = await call(reviews.changeVisibility, { ...of, body: { visibility: planned.visibility } })
  return { review: changed.result.review, isNew: true }
}

async function publishFiles(session: Session, { name, description, files: stacks }: PlannedReview) {
  const files: string[] = []
  for (const [first] of stacks)
    if (first) files.push(await upload(session, session.owner, first.file, 'REVIEW'))
  const body = { name, description, files }
  const { result } = await session.call(reviews.createReview, { as: session.owner, body })
  return { _id: result._id, files }
}

/** Those that are not there yet. */
async function addVersions(session: Session, { files: stacks }: PlannedReview, files: string[]) {
  const { call, owner: as } = session
  for (const [place, id] of files.entries()) {
    const { versionCount } = (await call(getFile, { as, params: { id } })).result
    for (const { file: path, note } of stacks[place]?.slice(versionCount) ?? []) {
      const body = { file: await upload(session, as, path, 'REVIEW'), note }
      await call(addVersion, { as, params: { id }, body })
    }
  }
}

type Target = { files: string[]; share: string }

async function writeComments(session: Session, { comments }: PlannedReview, { files, share }: Target) {
  const { call, owner, tokenOf } = session
  for (const { file: place, version, by, message, marker = null, replies, isResolved } of comments) {
    const file = files[place]
    if (file === undefined) throw new SeedError(`There is no design for “${message}”`)
    const body = { file, version, type: marker ? 'MARKED' : 'GENERAL', marker, message } as const
    const { _id: comment } = (await call(createComment, { as: await tokenOf(by), share, body })).result
    for (const reply of replies) {
      const body = { comment, message: reply.message }
      await call(createReply, { as: await tokenOf(reply.by), share, body })
    }
    if (!isResolved) continue
    await call(changeCommentStatus, { as: owner, params: { id: comment }, body: { status: 'RESOLVED' } })
  }
}

const dayMs = 86_400_000

/** A round whose reviewers come by the link. */
async function askForDecisions(
  { call, owner, tokenOf }: Session,
  { round: planned }: PlannedReview,
  { id, share }: { id: string; share: string },
) {
  if (!planned) return
  const { message, dueInDays, needed, question, decisions } = planned
  const { result: round } = await call(startRound, {
    as: owner,
    params: { id },
    body: {
      ...{ message, endsAt: new Date(Date.now() + dueInDays * dayMs).toISOString() },
      rule: { kind: 'AT_LEAST', count: needed },
      questions: [{ text: question, kind: 'YES_NO', isNeeded: true }],
    },
  })
  for (const { by, decision, answer, note } of decisions) {
    const files = round.files.map(({ file, version }) => ({ file, version, decision, note }))
    const answers = round.questions.map(({ _id }) => ({ question: _id, answer }))
    const body = { files, answers }
    await call(decide, { as: await tokenOf(by), share, params: { id: round._id }, body })
  }
}

/** Waits until previews are rendered, so that nobody's first look is at empty covers. */
export async function waitForPreviews({ call, owner }: Session, reviews: { files: string[] }[]) {
  const until = Date.now() + 60_000
  for (const id of reviews.flatMap(({ files }) => files)) {
    const look = async () => (await call(getFile, { as: owner, params: { id } })).result.state
    while (Date.now() < until && (await look()) === 'PROCESSING') await sleep(300)
  }
}

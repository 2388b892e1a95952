import { changeCommentStatus, createComment, createReply } from '@wingmark/contract/comments'
import { getFile, uploadFile } from '@wingmark/contract/files'
import { joinReview } from '@wingmark/contract/members'
import {
  changeShareAccess,
  changeVisibility,
  createReview,
  listMyReviews,
  type Review,
} from '@wingmark/contract/reviews'
import { createGuest, login, register } from '@wingmark/contract/users'
import { type Call, SeedError } from './call.ts'
import { markerOf, type ReviewScript, type Thread, type Work } from './review-script.ts'
import { demoPassword, mara, type Person } from './studio.ts'

export type Studio = {
  call: Call
  owner: string
  wasThere: boolean
  /** Bearer token of anybody who takes part. */
  tokenOf: (person: Person) => Promise<string>
}

/** Signs in whoever has an account already and registers the others. */
export async function openStudio(call: Call): Promise<Studio> {
  const { token: owner, wasThere } = await enter(call, mara)
  const tokens = new Map<Person, string>([[mara, owner]])
  return {
    call,
    owner,
    wasThere,
    async tokenOf(person) {
      const known = tokens.get(person)
      if (known !== undefined) return known
      const { token } = await enter(call, person)
      tokens.set(person, token)
      return token
    },
  }
}

/** Publishes what is not there yet; a review that was cut off before its comments gets them now. */
export async function publish(
  studio: Studio,
  script: ReviewScript,
): Promise<{ review: Review; isNew: boolean }> {
  const { call, owner } = studio
  const mine = await call(listMyReviews, { as: owner, query: { limit: '100' } })
  const existing = mine.results.find(({ name }) => name === script.name)
  const isFinished = existing && (existing.commentCount > 0 || existing.visibility !== 'UNLISTED')
  if (isFinished) return { review: existing, isNew: false }
  const { review, files } = existing
    ? { review: existing, files: existing.files }
    : await publishFiles(studio, script)
  const share = await call(changeShareAccess, {
    as: owner,
    params: { id: review._id },
    body: { access: 'COMMENT' },
  })
  for (const thread of script.threads)
    await write(studio, thread, {
      file: files[thread.work],
      work: script.works[thread.work],
      share: share.result.shareCode,
    })
  // Colleagues come by the link and join, so the review is closed only after that.
  for (const colleague of colleaguesIn(script)) {
    const shareCode = share.result.shareCode ?? ''
    await call(joinReview, { as: await studio.tokenOf(colleague), body: { shareCode } })
  }
  const changed = await call(changeVisibility, {
    as: owner,
    params: { id: review._id },
    body: { visibility: script.visibility },
  })
  return { review: changed.result.review, isNew: true }
}

/** Those with an account who take part, but for the owner. */
function colleaguesIn({ threads }: ReviewScript): Set<Person> {
  const people = threads.flatMap(({ by, replies = [] }) => [by, ...replies.map(([person]) => person)])
  return new Set(people.filter((person) => person.email !== undefined && person !== mara))
}

/** Waits until previews are drawn, so that nobody's first look is at empty covers. */
export async function waitForPreviews({ call, owner }: Studio, reviews: Review[]): Promise<void> {
  const until = Date.now() + 60_000
  for (const id of reviews.flatMap(({ files }) => files)) {
    while (Date.now() < until) {
      const { result } = await call(getFile, { as: owner, params: { id } })
      if (result.state !== 'PROCESSING') break
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
  }
}

async function enter(call: Call, { name, email }: Person): Promise<{ token: string; wasThere: boolean }> {
  if (email === undefined) {
    const guest = await call(createGuest, { body: { name } })
    return { token: guest.result.accessToken, wasThere: false }
  }
  try {
    const session = await call(login, { body: { email, password: demoPassword } })
    return { token: session.result.accessToken, wasThere: true }
  } catch (error) {
    if (!(error instanceof SeedError) || error.code !== 'INVALID_CREDENTIALS') throw error
  }
  try {
    const session = await call(register, { body: { name, email, password: demoPassword } })
    return { token: session.result.accessToken, wasThere: false }
  } catch (error) {
    if (!(error instanceof SeedError) || error.code !== 'EMAIL_TAKEN') throw error
    throw new SeedError(
      `${email} already has an account with another password, but the demo studio needs that address.`,
    )
  }
}

async function publishFiles({ call, owner }: Studio, { name, description, works }: ReviewScript) {
  const files: string[] = []
  for (const work of works) {
    const form = new FormData()
    form.set('metadata', JSON.stringify({ width: work.width, height: work.height }))
    form.set('file', new Blob([work.content], { type: work.mime }), work.name)
    const { result } = await call(uploadFile, { as: owner, form })
    files.push(result._id)
  }
  const { result: review } = await call(createReview, { as: owner, body: { name, description, files } })
  return { review, files }
}

type Target = { file: string | undefined; work: Work | undefined; share: string | undefined }

async function write(
  { call, owner, tokenOf }: Studio,
  thread: Thread,
  { file, work, share }: Target,
): Promise<void> {
  if (file === undefined || work === undefined) throw new SeedError(`There is no design for “${thread.says}”`)
  const { result: comment } = await call(createComment, {
    as: await tokenOf(thread.by),
    share,
    body: {
      file,
      type: thread.place ? 'MARKED' : 'GENERAL',
      marker: thread.place ? markerOf(thread.place, work) : null,
      message: thread.says,
    },
  })
  for (const [by, message] of thread.replies ?? [])
    await call(createReply, { as: await tokenOf(by), share, body: { comment: comment._id, message } })
  if (!thread.isResolved) return
  await call(changeCommentStatus, { as: owner, params: { id: comment._id }, body: { status: 'RESOLVED' } })
}

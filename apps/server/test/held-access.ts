import { existsSync } from 'node:fs'
import { createComment, listReviewComments } from '@wingmark/contract/comments'
import { type File, getFile } from '@wingmark/contract/files'
import * as reviews from '@wingmark/contract/reviews'
import { changeShareLink, createShareLink, type ShareLink } from '@wingmark/contract/share-links'
import { tileUrl } from '@wingmark/contract/tiles'
import { expect } from 'vitest'
import { webFolder } from '#server/modules/pages/service'
import { eventually } from './eventually.ts'
import { fetchFile, pdf } from './files.ts'
import { type Listening, listenToReview, soonMs } from './listen-live.ts'
import { newFile, newReview, newUser, type Person, type Published, waitUntilIdle } from './people.ts'
import type { Caller, TestApp } from './start-test-app.ts'

type Hold = { caller: Caller; addresses: string[]; stream: Listening }

export type HeldAccess = Awaited<ReturnType<typeof heldAccess>>

/** What people who opened a review in `twin` hold, and whether it ends soon after `app` revokes it. */
export async function heldAccess(app: TestApp, twin: TestApp) {
  const owner: Person = await newUser(app, 'Olga Owner')
  const open: Listening[] = []

  /** A review with a picture, a page with tiles, and a comment with an attached picture. */
  async function newRoom(publish = newReview): Promise<Published> {
    const published = await publish(app, owner)
    const page = await newFile(app, owner, { bytes: pdf(1), name: 'poster.pdf' })
    const poster = { params: { id: published.review._id }, body: { files: [page._id] } }
    await app.call(reviews.updateReview, poster, owner)
    const attached = await newFile(app, owner, { purpose: 'COMMENT' })
    const body = { file: published.files[0]?._id ?? '', type: 'GENERAL' as const, files: [attached._id] }
    await app.call(createComment, { body }, owner)
    await waitUntilIdle(app)
    return published
  }

  const addressesOf = (file: object): string[] => [
    ...Object.entries(file).flatMap(([name, value]) => (/url$/i.test(name) && value ? [String(value)] : [])),
    ...('tiles' in file ? [tileUrl((file as Required<File>).tiles.url, 1, { level: 0, x: 0, y: 0 })] : []),
  ]

  async function expectEach(addresses: string[], status: number): Promise<void> {
    const answers = await Promise.all(addresses.map((address) => fetchFile(twin, address)))
    expect(answers.map((answer) => answer.status)).toEqual(addresses.map(() => status))
  }

  /** Everything that somebody has who looks at a review: its data, all addresses in it, a live stream. */
  async function hold(published: Published, caller: Caller): Promise<Hold> {
    const { _id: id } = published.review
    const { status, body } = await twin.call(reviews.getReview, { params: { id } }, caller)
    expect(status).toBe(200)
    const { review, files, comments } = body.result
    const attached = comments.results.flatMap((comment) => comment.files)
    const addresses = [review, ...files, ...attached].flatMap(addressesOf)
    expect(addresses.length).toBeGreaterThanOrEqual(10)
    expect(addresses.some((address) => address.includes('/files/tiles/'))).toBe(true)
    await expectEach(addresses, 200)
    const stream = await listenToReview(twin.url, id, caller)
    open.push(stream)
    await stream.next('presence')
    return { caller, addresses, stream }
  }

  /** All at once, as presence is sent only every two seconds. */
  const holdEach = (published: Published, callers: Caller[]) =>
    Promise.all(callers.map((caller) => hold(published, caller)))

  /** Everything that was held ends soon after the change. */
  async function expectToEnd(
    published: Published,
    held: Hold,
    change: () => Promise<unknown>,
  ): Promise<void> {
    await change()
    await held.stream.ended(soonMs)
    await eventually(async () => {
      await expectEach(held.addresses, 404)
    }, soonMs)
    expect(held.stream.heard.map((one) => one.event)).not.toContain('comment.created')
  }

  /** Neither the page nor a call nor a stream lets them in again. */
  async function expectToBeOut({ review, files }: Published, caller: Caller, status: number): Promise<void> {
    const params = { id: review._id }
    const file: File | undefined = files[0]
    expect((await twin.call(reviews.getReview, { params }, caller)).status).toBe(status)
    expect((await twin.call(listReviewComments, { params }, caller)).status).toBe(status)
    expect((await twin.call(getFile, { params: { id: file?._id ?? '' } }, caller)).status).toBe(status)
    expect((await listenToReview(twin.url, review._id, caller)).status).toBe(status)
    if (!existsSync(`${webFolder}/index.html`)) return
    const page = await twin.fetch(`/reviews/${review._id}`, { caller })
    expect(page.status).toBe(200)
    expect(await page.text()).not.toContain(review.name)
  }

  const ownerCall = {
    visibility: (id: string, visibility: 'PRIVATE' | 'UNLISTED' | 'PUBLIC') =>
      app.call(reviews.changeVisibility, { params: { id }, body: { visibility } }, owner),
    link: async (id: string, body: Record<string, unknown> = {}): Promise<ShareLink> =>
      (await app.call(createShareLink, { params: { id }, body: { name: 'Client', ...body } }, owner)).body
        .result,
    changeLink: (id: string, linkId: string, body: Record<string, unknown>) =>
      app.call(changeShareLink, { params: { id, linkId }, body }, owner),
  }

  return {
    owner,
    newRoom,
    hold,
    holdEach,
    expectEach,
    expectToEnd,
    expectToBeOut,
    ownerCall,
    close: () => open.forEach((one) => one.close()),
  }
}

import { requestExport } from '@wingmark/contract/account-export'
import { changeDeliveryLink, createDelivery } from '@wingmark/contract/deliveries'
import { changeMemberRole } from '@wingmark/contract/members'
import { getReview, updateReview } from '@wingmark/contract/reviews'
import { copyTransfer, createTransfer, downloadTransfers } from '@wingmark/contract/transfers'
import { login, logout } from '@wingmark/contract/users'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { stopEvents } from '#server/modules/events/service'
import { beginDownload } from '../../../../test/begin-download.ts'
import {
  addMember,
  newFile,
  newReview,
  newUser,
  type Person,
  password,
  png,
} from '../../../../test/people.ts'
import { type Caller, startTestApp, type TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
/** Another process, which gets no signals. */
let deaf: TestApp
let studio: Awaited<ReturnType<typeof newStudio>>
beforeAll(async () => {
  app = await startTestApp()
  const databaseUrl = app.deps.db.pool.options.connectionString ?? ''
  deaf = await startTestApp({ databaseUrl, dataDir: app.dataDir })
  await stopEvents(deaf.deps)
  studio = await newStudio()
})
afterAll(async () => {
  await deaf.close()
  await app.close()
})

/** More than the buffers between server and client hold. */
const large = Buffer.concat([png(), Buffer.alloc(30_000_000, 7)])

/** A studio with large files in a review, in transfers and in a delivery, and a member of the review. */
async function newStudio() {
  const [owner, member] = [await newUser(app), await newUser(app)]
  const { review, files } = await newReview(app, owner)
  const rendered = await newFile(app, owner, { bytes: large, name: 'large.png' })
  const body = { files: [...files.map((one) => one._id), rendered._id] }
  await app.call(updateReview, { params: { id: review._id }, body }, owner)
  await addMember(app, review._id, member, 'VIEWER')
  const file = (await newFile(app, owner, { purpose: 'TRANSFER', name: 'one.psd', bytes: large }))._id
  const one = (await app.call(createTransfer, { body: { file, name: 'one.psd' } }, owner)).body.result._id
  const { body: copied } = await app.call(copyTransfer, { params: { id: one }, body: {} }, owner)
  const items = [one, ...copied.results.map((item) => item._id)]
  const sent = (await app.call(createDelivery, { body: { items } }, owner)).body.result
  const urlFor = async (caller: Caller) => {
    const { body: page } = await app.call(getReview, { params: { id: review._id } }, caller)
    return page.result.files.find((one) => one._id === rendered._id)?.url ?? ''
  }
  const download = async (of: object, caller: Caller) =>
    (await app.call(downloadTransfers, { body: of }, caller)).body.result.url
  return { owner, member, review, items, sent, urlFor, download }
}

/** A second session of the same person. */
async function newSession({ user: { email } }: Person): Promise<Caller> {
  return { token: (await app.call(login, { body: { email, password } })).body.result.accessToken }
}

/** All download addresses of the owner's session. */
async function addressesOf(session: Caller): Promise<string[]> {
  const { items, sent, urlFor, download } = studio
  return [
    await urlFor(session),
    await download({ items: items.slice(0, 1) }, session),
    await download({ items }, session),
    await download({ delivery: sent._id }, session),
    (await app.call(requestExport, {}, session)).body.result.url,
  ]
}

const end = (person: Caller) => app.call(logout, { body: {} }, person)
const areHeld = (begun: readonly { isHeld: () => boolean }[]) => begun.map((one) => one.isHeld())
const all = (begun: readonly unknown[], held: boolean) => begun.map(() => held)
const shortly = { timeout: 5_000, interval: 20 }

/** Starts downloads while the periodic check is stopped, so only signals can cut them. */
async function beginUnasked(addresses: readonly string[]) {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  try {
    return await Promise.all(addresses.map((address) => beginDownload(app, address)))
  } finally {
    vi.useRealTimers()
  }
}

describe('a running download', () => {
  test('is cut with its session: originals, transfers, zips, deliveries, the export; others’ continue', async () => {
    const { owner, member, sent, urlFor, download } = studio
    const session = await newSession(owner)
    const others = await beginUnasked([
      await urlFor(member),
      await download({ delivery: sent._id }, { share: sent.shareCode }),
    ])
    const begun = await beginUnasked(await addressesOf(session))
    expect(areHeld([...begun, ...others])).toEqual(all([...begun, ...others], true))
    await end(session)
    await vi.waitFor(() => expect(areHeld(begun)).toEqual(all(begun, false)), shortly)
    expect(areHeld(others)).toEqual([true, true])
    for (const one of others) one.end()
  })

  test('is cut with its link, but not by another role in the review', async () => {
    const { owner, member, review, sent, urlFor, download } = studio
    const [byLink, byMember] = await beginUnasked([
      await download({ delivery: sent._id }, { share: sent.shareCode }),
      await urlFor(member),
    ])
    const role = { params: { id: review._id, memberId: member.user._id }, body: { role: 'EDITOR' as const } }
    expect((await app.call(changeMemberRole, role, owner)).status).toBe(200)
    const params = { id: sent._id, linkId: sent.links[0]?._id ?? '' }
    await app.call(changeDeliveryLink, { params, body: { access: 'NONE' } }, owner)
    await vi.waitFor(() => expect(byLink?.isHeld()).toBe(false), shortly)
    expect(byMember?.isHeld()).toBe(true)
    await end(member)
    await vi.waitFor(() => expect(byMember?.isHeld()).toBe(false), shortly)
  })

  test('is cut by a process without signals, too', async () => {
    const session = await newSession(studio.owner)
    const begun = await Promise.all(
      (await addressesOf(session)).map((address) => beginDownload(deaf, address)),
    )
    expect(areHeld(begun)).toEqual(all(begun, true))
    await end(session)
    await vi.waitFor(() => expect(areHeld(begun)).toEqual(all(begun, false)), {
      timeout: 20_000,
      interval: 100,
    })
  })
})

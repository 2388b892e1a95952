import type { File } from '@wingmark/contract/files'
import { changeShareAccess, changeVisibility, getReview, updateReview } from '@wingmark/contract/reviews'
import { logout } from '@wingmark/contract/users'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { contentDisposition, readRange } from '#server/http/send-bytes'
import { beginDownload } from '../../../../test/begin-download.ts'
import { fetchFile, finished } from '../../../../test/files.ts'
import {
  addMember,
  newFile,
  newReview,
  newUser,
  type Person,
  type Published,
  png,
} from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { Caller, TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
let owner: Person
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
  owner = await newUser(app)
})

const status = async (address: string | undefined) =>
  (await fetchFile(app, address ?? 'http://x/none')).status
const plain = (file: File) => `http://x/files/${file.key}`
const plainThumbnail = (file: File) => `http://x/files/thumbnail/${file.key}`

describe('one file', () => {
  const bytes = png(500, 400)
  let file: File
  beforeAll(async () => {
    file = await finished(app, owner, await newFile(app, owner, { bytes, name: 'Ünïcode "plan".png' }))
  })

  test('thumbnail, preview and original come with headers that keep them harmless', async () => {
    for (const address of [file.thumbnailUrl, file.previewUrl, file.url ?? '']) {
      const { status, headers } = await fetchFile(app, address)
      expect(status).toBe(200)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      )
      expect(headers.get('cache-control')).toMatch(/^private, max-age=\d+, immutable$/)
      expect(headers.get('referrer-policy')).toBe('no-referrer')
    }
    expect((await fetchFile(app, file.thumbnailUrl)).headers.get('content-type')).toBe('image/webp')
    const { headers } = await fetchFile(app, file.url ?? '')
    expect(headers.get('content-type')).toBe('image/png')
    expect(headers.get('content-disposition')).toBe(
      `inline; filename="_n_code _plan_.png"; filename*=UTF-8''%C3%9Cn%C3%AFcode%20%22plan%22.png`,
    )
  })

  test('ranges are honoured', async () => {
    const part = await fetchFile(app, file.url ?? '', { headers: { range: 'bytes=100-199' } })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 100-199/${bytes.length}`)
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 200))).toBe(true)
    const end = await fetchFile(app, file.url ?? '', { headers: { range: 'bytes=-10' } })
    expect(Buffer.from(await end.arrayBuffer()).equals(bytes.subarray(-10))).toBe(true)
    const beyond = await fetchFile(app, file.url ?? '', { headers: { range: `bytes=${bytes.length}-` } })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`])
  })

  test('a client with the bytes does not get them again', async () => {
    const first = await fetchFile(app, file.previewUrl)
    const etag = first.headers.get('etag') ?? ''
    expect((await fetchFile(app, file.previewUrl, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const stale = await fetchFile(app, file.previewUrl, {
      headers: { range: 'bytes=0-1', 'if-range': '"old"' },
    })
    expect(stale.status).toBe(200)
  })

  test('HEAD returns the size without the bytes', async () => {
    const { headers, status } = await fetchFile(app, file.url ?? '', { method: 'HEAD' })
    expect([status, headers.get('content-length')]).toEqual([200, String(bytes.length)])
  })

  test('without the right signature a file looks like an unknown key', async () => {
    const url = new URL(file.url ?? '')
    const later = new URL(url)
    later.searchParams.set('exp', String(Number(url.searchParams.get('exp')) + 1))
    const forOriginal = file.thumbnailUrl.replace('/thumbnail', '')
    const expired = `${plain(file)}?exp=1&sig=${url.searchParams.get('sig')}`
    for (const address of [
      plain(file),
      plainThumbnail(file),
      later.href,
      forOriginal,
      expired,
      'http://x/files/..%2fx',
    ]) {
      expect(await status(address)).toBe(404)
    }
    const answer = async (address: string) =>
      (await (await fetchFile(app, address)).text()).replace(/[\w-]{36}/, '')
    expect(await answer(plain(file))).toBe(await answer(`http://x/files/${'a'.repeat(24)}`))
  })

  test('missing pages are not found, without a retry time', async () => {
    for (const page of ['2', '0', '-1', 'x', '1e9', '1.5']) {
      const answer = await fetchFile(app, `${file.previewUrl}&page=${page}`)
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([404, null])
    }
  })

  test('truncated or lost bytes are an error, not a silent half', async () => {
    const lost = await finished(app, owner, await newFile(app, owner))
    const { rows } = await app.deps.db.pool.query<{ storage_key: string }>(
      'select storage_key from blobs b join files f on f.blob_id = b.id where f.id = $1',
      [lost._id],
    )
    await app.deps.storage.remove(rows[0]?.storage_key ?? '')
    const answer = await fetchFile(app, lost.url ?? '')
    expect(answer.status).toBe(500)
    expect(await answer.text()).not.toMatch(/wingmark-app|node_modules|at /)
  })
})

test('anything that a browser could run is downloaded, never shown', async () => {
  const bytes = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>',
  )
  const file = await newFile(app, owner, { bytes, name: 'logo.svg' })
  const { headers } = await fetchFile(app, file.url ?? '')
  expect(headers.get('content-disposition')).toMatch(/^attachment; /)
  expect(headers.get('content-type')).toBe('image/svg+xml')
})

test('before rendering, a thumbnail says when to ask again', async () => {
  const file = await newFile(app, owner)
  await app.deps.db.pool.query(
    `update blobs set state = 'PROCESSING' where id = (select blob_id from files where id = $1)`,
    [file._id],
  )
  const answer = await fetchFile(app, `${file.previewUrl}&page=1`)
  // It may have been rendered meanwhile.
  expect([
    [200, null],
    [404, '1'],
  ]).toContainEqual([answer.status, answer.headers.get('retry-after')])
})

describe('a review', () => {
  let published: Published
  let file: File
  const current = async (caller = {}) => {
    const { body } = await app.call(getReview, { params: { id: published.review._id } }, caller)
    return body.result.files[0]
  }
  beforeEach(async () => {
    published = await newReview(app, owner)
    const shown = await current({ share: published.share })
    if (!shown) throw new Error('the link shows no file')
    file = await finished(app, owner, shown)
    file = (await current({ share: published.share })) ?? file
  })
  const share = (body: object) =>
    app.call(changeShareAccess, { params: { id: published.review._id }, body }, owner)

  test('gives addresses to everyone who may see it, and none to plain files', async () => {
    expect([await status(file.thumbnailUrl), await status(file.url)]).toEqual([200, 200])
    expect([await status(plainThumbnail(file)), await status(plain(file))]).toEqual([404, 404])
  })

  test.each([
    [
      'made private',
      () =>
        app.call(
          changeVisibility,
          { params: { id: published.review._id }, body: { visibility: 'PRIVATE' } },
          owner,
        ),
    ],
    ['given a new link', () => share({ access: 'COMMENT', rotate: true })],
    ['given an access key', () => share({ access: 'COMMENT', accessKey: 'studio' })],
    ['closed to its link', () => share({ access: 'NONE' })],
  ] as const)('%s, it ends every address given out before', async (_, change) => {
    expect((await change()).status).toBe(200)
    expect([await status(file.thumbnailUrl), await status(file.previewUrl), await status(file.url)]).toEqual([
      404, 404, 404,
    ])
    expect(await status((await current(owner))?.thumbnailUrl)).toBe(200)
  })

  test('without downloads has no address of the original, and a preview’s signature does not open it', async () => {
    await share({ access: 'COMMENT', allowDownload: false })
    const shown = await current({ share: published.share })
    expect(shown?.url).toBeUndefined()
    expect(await status(shown?.thumbnailUrl)).toBe(200)
    expect(await status(shown?.thumbnailUrl.replace('/thumbnail', ''))).toBe(404)
  })

  test('made public opens plain addresses, for a short time each, and closes them again', async () => {
    const show = (visibility: 'PUBLIC' | 'PRIVATE') =>
      app.call(changeVisibility, { params: { id: published.review._id }, body: { visibility } }, owner)
    await show('PUBLIC')
    const answer = await fetchFile(app, `${plainThumbnail(file)}?sig=wrong&exp=99999999999`)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=60'])
    expect(await status(plain(file))).toBe(200)
    await share({ access: 'COMMENT', allowDownload: false })
    expect(await status(plain(file))).toBe(404)
    await show('PRIVATE')
    expect(await status(plainThumbnail(file))).toBe(404)
  })
})

test('a range header is read as RFC 9110 says', () => {
  expect(readRange(undefined, 10)).toBe('whole')
  expect(readRange('bytes=0-', 10)).toEqual({ start: 0, end: 9 })
  expect(readRange('bytes=3-100', 10)).toEqual({ start: 3, end: 9 })
  expect(readRange('bytes=-20', 10)).toEqual({ start: 0, end: 9 })
  expect(readRange('bytes=-0', 10)).toBe('impossible')
  expect(readRange('bytes=10-', 10)).toBe('impossible')
  for (const odd of ['bytes=5-2', 'bytes=0-1,3-4', 'items=0-1', 'bytes=-', 'bytes=a-b']) {
    expect(readRange(odd, 10)).toBe('whole')
  }
})

test('no name ends a header', () => {
  const header = contentDisposition('attachment', 'a"\r\nset-cookie: x=1;\u2028\ud83c (1)*.png')
  expect(header).toMatch(/^[\x20-\x7e]+$/)
  expect(header.match(/"/g)).toHaveLength(2)
})

describe('a running download', () => {
  // More than the buffers between server and client hold.
  const bytes = Buffer.concat([png(), Buffer.alloc(40_000_000, 7)])

  test('ends within seconds of what ends its address, and others continue', async () => {
    const member = await newUser(app)
    const published = await newReview(app, owner)
    const large = await newFile(app, owner, { bytes, name: 'large.png' })
    await app.call(
      updateReview,
      {
        params: { id: published.review._id },
        body: { files: [...published.files.map((one) => one._id), large._id] },
      },
      owner,
    )
    await addMember(app, published.review._id, member, 'VIEWER')
    const urlFor = async (caller: Caller) => {
      const { body } = await app.call(getReview, { params: { id: published.review._id } }, caller)
      return body.result.files.find((one) => one._id === large._id)?.url ?? ''
    }
    const [byMember, byLink, byOwner] = [
      await beginDownload(app, await urlFor(member)),
      await beginDownload(app, await urlFor({ share: published.share })),
      await beginDownload(app, await urlFor(owner)),
    ]
    expect([byMember, byLink, byOwner].map((one) => [one.status, one.isHeld()])).toEqual(
      Array.from({ length: 3 }, () => [200, true]),
    )
    await app.call(logout, { body: {} }, member)
    await vi.waitFor(() => expect(byMember.isHeld()).toBe(false), 5_000)
    expect([byLink.isHeld(), byOwner.isHeld()]).toEqual([true, true])
    await app.call(
      changeShareAccess,
      { params: { id: published.review._id }, body: { access: 'COMMENT', rotate: true } },
      owner,
    )
    await vi.waitFor(() => expect(byLink.isHeld()).toBe(false), 5_000)
    expect(byOwner.isHeld()).toBe(true)
    byOwner.end()
  })
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bytesOf } from './device-files.ts'
import {
  changeComments,
  claimReview,
  DeviceFull,
  makeReview,
  readComments,
  readReviews,
} from './device-store.ts'
import type { OfflineComment } from './offline-form.ts'

const kept = new Map<string, string>()
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
}

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', storage)
})
afterEach(() => vi.unstubAllGlobals())

const MB = 1_048_576
const fileOf = (bytes: number) => new File([new Uint8Array(bytes)], 'poster.pdf', { type: 'application/pdf' })

/** Like a browser whose store refuses this page or this size. */
const refusing = (name: string) => ({
  open() {
    throw new DOMException('no', name)
  },
})

test.each([
  ['SecurityError', 'This browser can’t store large files here, perhaps because this is a private window.'],
  ['QuotaExceededError', 'This device is out of space.'],
])(
  'when IndexedDB fails with %s, small files are stored and large ones refused with the reason',
  async (name, words) => {
    vi.stubGlobal('indexedDB', refusing(name))
    const small = await makeReview([fileOf(1_000)], null)
    await expect(makeReview([fileOf(3 * MB)], null)).rejects.toThrow(words)
    await expect(makeReview([fileOf(1_000), fileOf(3 * MB)], null)).rejects.toBeInstanceOf(DeviceFull)
    expect(readReviews(null).reviews.map((one) => one.name)).toEqual([small.name])
    expect(await bytesOf(small.images[0] ?? '', 'Image 1')).toMatchObject({ name: 'poster.pdf', fault: null })
    // Data of an earlier visit survives a page that cannot be displayed.
    expect(await bytesOf('idb:of-before', 'Image 1')).toEqual({
      fault: 'It is no longer on this device.',
      name: 'Image 1',
    })
  },
)

test('when any write of the list finds no room, the device’s data stays as it was', async () => {
  const review = await makeReview([fileOf(1_000)], null)
  const comment: OfflineComment = {
    _id: 'c1',
    type: 'GENERAL',
    marker: null,
    message: 'Kept',
    files: [],
    mentions: [],
    createdAt: null,
    updatedAt: null,
    replies: [],
    file: 0,
    isLost: false,
  }
  changeComments(review, () => [comment])
  const before = new Map(kept)
  vi.stubGlobal('localStorage', {
    ...storage,
    setItem() {
      throw new DOMException('no', 'QuotaExceededError')
    },
  })
  await expect(makeReview([fileOf(1_000)], null)).rejects.toThrow('This device is out of space.')
  expect(() => changeComments(review, (all) => [...all, { ...comment, _id: 'c2' }])).toThrow(DeviceFull)
  expect(() => claimReview(review._id, 'somebody')).toThrow(DeviceFull)
  expect(kept).toEqual(before)
  expect(readReviews(null).reviews).toHaveLength(1)
  expect(readComments(review).comments.map(({ message }) => message)).toEqual(['Kept'])
})

test.each(['jpeg', 'png', 'gif', 'webp', 'svg+xml', 'bmp', 'tiff'])(
  'an image/%s without a name is named by its type',
  async (type) => {
    const name = `Image 1.${type.replace('+xml', '')}`
    expect(await bytesOf(`data:image/${type};base64,AA==`, 'Image 1')).toMatchObject({ name })
  },
)

test('a file whose name does not match its type gets the usual extension', async () => {
  const types = ['application/pdf', 'text/plain', 'video/quicktime', 'video/x-msvideo']
  const found = await Promise.all(types.map((type) => bytesOf(`data:${type};base64,AA==`, 'File 1')))
  expect(found.map(({ name }) => name)).toEqual(['File 1.pdf', 'File 1.txt', 'File 1.mov', 'File 1.avi'])
})

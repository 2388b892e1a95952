import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bytesOf } from './device-files.ts'
import { DeviceFull, makeReview, readReviews } from './device-store.ts'

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

/** As a browser answers that has the store, but not for this page or not for so much. */
const refusing = (name: string) => ({
  open() {
    throw new DOMException('no', name)
  },
})

test.each([
  ['SecurityError', 'This browser keeps no large files for pages, as in private windows.'],
  ['QuotaExceededError', 'This device has no room for more.'],
])(
  'where IndexedDB answers %s small files are kept, large ones refused with the reason',
  async (name, words) => {
    vi.stubGlobal('indexedDB', refusing(name))
    const small = await makeReview([fileOf(1_000)], null)
    await expect(makeReview([fileOf(3 * MB)], null)).rejects.toThrow(words)
    await expect(makeReview([fileOf(1_000), fileOf(3 * MB)], null)).rejects.toBeInstanceOf(DeviceFull)
    expect(readReviews(null).reviews.map((one) => one.name)).toEqual([small.name])
    expect(await bytesOf(small.images[0] ?? '', 'Image 1')).toMatchObject({ name: 'poster.pdf', fault: null })
    // What an earlier visit has kept there is not lost with a page that cannot be shown.
    expect(await bytesOf('idb:of-before', 'Image 1')).toEqual({
      fault: 'Its bytes are no longer on this device.',
      name: 'Image 1',
    })
  },
)

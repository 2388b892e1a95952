import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { atZoomOfAddress, shownAsked, withShown, zoomAsked, zoomForAddress } from './address.ts'
import {
  createViewport,
  fit,
  fitWidth,
  fitWithin,
  highestScale,
  isAsWide,
  panBy,
  zoomTo,
} from './viewport.ts'

const stage = { width: 1000, height: 800 }
const plain = createViewport(stage, { width: 2000, height: 1000 }, 24)
const tall = createViewport(stage, { width: 1300, height: 9000 }, 24)

describe('the zoom in the address', () => {
  test('is in whole percent of the original, and absent at the opening zoom', () => {
    expect(zoomForAddress(plain)).toBeNull()
    expect(zoomForAddress(tall)).toBeNull()
    expect(zoomForAddress(panBy(tall, 0, -500))).toBeNull()
    expect(zoomForAddress(zoomTo(plain, 1.5))).toBe('150')
    expect(zoomForAddress(zoomTo(plain, 0.6667))).toBe('67')
    expect(zoomForAddress(zoomTo(zoomTo(plain, 1.5), 0.01))).toBeNull()
  })

  test('is absent for a page shrunk under a sheet', () => {
    const covered = fitWithin(plain, { top: 8, right: 8, bottom: 500, left: 8 })
    expect(covered.scale).toBeLessThan(plain.scale)
    expect(zoomForAddress(covered)).toBeNull()
  })

  test('opens there, whatever view was stored', () => {
    expect(atZoomOfAddress(plain, '150').scale).toBe(1.5)
    const remembered = panBy(zoomTo(plain, 3), 40, 60)
    expect(atZoomOfAddress(remembered, '150').scale).toBe(1.5)
    expect(atZoomOfAddress(remembered, '300')).toBe(remembered)
    expect(atZoomOfAddress(remembered, null)).toBe(remembered)
  })

  test('restores the whole tall page, or its width', () => {
    const whole = atZoomOfAddress(tall, zoomForAddress(fit(tall)))
    expect(whole.fitted).toBe(true)
    const wide = createViewport(stage, { width: 611, height: 900 }, 24)
    const again = atZoomOfAddress(wide, zoomForAddress(fitWidth(wide)))
    expect(isAsWide(again)).toBe(true)
  })

  test.each(['', '0', '-150', '1.5', '150%', '1e2', 'NaN', 'abc', '47', '801', '99999999999999999999'])(
    'is ignored as %j',
    (zoom) => {
      expect(atZoomOfAddress(plain, zoom)).toBe(plain)
    },
  )

  test('is restored within half a percent of the original', () => {
    const scales = fc.double({ min: 0.001, max: highestScale(plain), noNaN: true })
    fc.assert(
      fc.property(fc.constantFrom(plain, tall), scales, (opened, scale) => {
        const zoomed = zoomTo(opened, scale)
        const again = atZoomOfAddress(opened, zoomForAddress(zoomed))
        expect(Math.abs(again.scale - zoomed.scale)).toBeLessThanOrEqual(0.01)
        expect(zoomForAddress(again)).toBe(zoomForAddress(zoomed))
      }),
    )
  })

  test('belongs to its file and page, and keeps the rest of the address', () => {
    const search = withShown(new URLSearchParams('share=key&comment=c&zoom=80'), {
      fileId: 'a',
      page: 3,
      zoom: '150',
    })
    expect(Object.fromEntries(search)).toEqual({
      share: 'key',
      comment: 'c',
      file: 'a',
      page: '3',
      zoom: '150',
    })
    expect(zoomAsked(search, 'a', 3)).toBe('150')
    expect(zoomAsked(search, 'a', 1)).toBeNull()
    expect(zoomAsked(search, 'b', 3)).toBeNull()
    expect(zoomAsked(new URLSearchParams('zoom=150'), 'a', 1)).toBe('150')
    expect(withShown(search, { fileId: 'b', page: 1, zoom: null }).toString()).toBe(
      'share=key&comment=c&file=b',
    )
  })
})

test('reads file and page of an address; an invalid page is the first', () => {
  const asked = (search: string) => shownAsked(new URLSearchParams(search))
  expect(asked('comment=c1')).toBeNull()
  expect(asked('file=a&zoom=150')).toEqual({ fileId: 'a', version: null, page: 1 })
  expect(asked('file=a&page=7')).toEqual({ fileId: 'a', version: null, page: 7 })
  expect(asked('file=a&version=2')).toEqual({ fileId: 'a', version: 2, page: 1 })
  for (const page of ['0', '-3', 'x', '']) expect(asked(`file=a&page=${page}`)?.page).toBe(1)
})

test('an earlier version is in the address, until its file or the current one is shown', () => {
  const search = withShown(new URLSearchParams('share=key'), { fileId: 'a', version: 2, page: 1, zoom: null })
  expect(search.get('version')).toBe('2')
  expect(withShown(search, { fileId: 'a', page: 1, zoom: '150' }).get('version')).toBe('2')
  expect(withShown(search, { fileId: 'a', version: null, page: 1, zoom: null }).get('version')).toBeNull()
  expect(withShown(search, { fileId: 'b', page: 1, zoom: null }).get('version')).toBeNull()
})

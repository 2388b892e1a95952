import { expect, test } from 'vitest'
import { originalUrl, pageCount, pageSize, previewUrl } from './page-source.ts'

const photo = {
  url: '/files/k?sig=s',
  mime: 'image/jpeg',
  animated: false,
  width: 6000,
  height: 4000,
  kind: 'IMAGE' as const,
}

test('measures a picture in pixels, a PDF page in CSS pixels at its printed size', () => {
  expect(pageSize(photo, 1)).toEqual({ width: 6000, height: 4000 })
  expect(
    pageSize(
      {
        pages: [
          { width: 72, height: 72 },
          { width: 595, height: 842 },
        ],
      },
      1,
    ).width,
  ).toBe(96)
})

test('an unmeasured page has a plausible size', () => {
  expect(pageSize({}, 1).width).toBeGreaterThan(0)
  expect(pageSize({ pages: [{ width: 72, height: 72 }] }, 9).width).toBeGreaterThan(0)
})

test('a picture has one page', () => {
  expect(pageCount({})).toBe(1)
  expect(
    pageCount({
      pages: [
        { width: 1, height: 1 },
        { width: 1, height: 1 },
      ],
    }),
  ).toBe(2)
})

test('requests further pages in the query, after a signature if there is one', () => {
  expect(previewUrl({ previewUrl: '/files/preview/k?sig=s' }, 1)).toBe('/files/preview/k?sig=s')
  expect(previewUrl({ previewUrl: '/files/preview/k?sig=s' }, 3)).toBe('/files/preview/k?sig=s&page=3')
  expect(previewUrl({ previewUrl: '/files/preview/k' }, 3)).toBe('/files/preview/k?page=3')
})

test('shows the original once it is larger on screen than the preview', () => {
  expect(originalUrl(photo, 0.2, 1)).toBeNull()
  expect(originalUrl(photo, 0.5, 1)).toBe(photo.url)
  expect(originalUrl(photo, 0.2, 2)).toBe(photo.url)
})

test('keeps a preview with all pixels', () => {
  expect(originalUrl({ ...photo, width: 1200, height: 800 }, 8, 2)).toBeNull()
})

test('an animation plays from the original, a drawing is sharp at any zoom', () => {
  expect(originalUrl({ ...photo, mime: 'image/gif', animated: true, width: 10, height: 10 }, 0.1, 1)).toBe(
    photo.url,
  )
  expect(originalUrl({ ...photo, mime: 'image/svg+xml', width: 400, height: 300 }, 8, 1)).toBe(photo.url)
})

test('shows no original without downloads, for PDFs, or for formats browsers lack', () => {
  expect(originalUrl({ ...photo, url: undefined }, 8, 1)).toBeNull()
  expect(originalUrl({ ...photo, kind: 'PDF', mime: 'application/pdf' }, 8, 1)).toBeNull()
  expect(originalUrl({ ...photo, mime: 'image/tiff' }, 8, 1)).toBeNull()
})

test('does not fetch the original with tiles, or with too many pixels for a browser', () => {
  expect(originalUrl({ ...photo, tiles: { url: '', px: 512 } }, 8, 1)).toBeNull()
  expect(originalUrl({ ...photo, width: 20_000, height: 20_000 }, 8, 1)).toBeNull()
})

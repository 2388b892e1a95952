import type { File } from '@wingmark/contract/files'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadColors } from './read-color.ts'

const files = 'https://files.example.com'
const file = { kind: 'IMAGE', mime: 'image/tiff', previewUrl: `${files}/preview/a`, width: 2 } as File
const drawn = { src: `${files}/preview/a`, naturalWidth: 2, naturalHeight: 2 } as HTMLImageElement

const loaded: FakeImage[] = []
class FakeImage {
  src = ''
  crossOrigin: string | null = null
  naturalWidth = 2
  naturalHeight = 2
  async decode() {
    loaded.push(this)
  }
}

/** A canvas that reveals only colours that may be read, as browsers do. */
function canvas() {
  let mayBeRead = true
  return {
    fillRect() {},
    drawImage(picture: FakeImage) {
      mayBeRead = picture.src.startsWith('https://app.example.com/') || picture.crossOrigin === 'anonymous'
    },
    getImageData() {
      if (!mayBeRead) throw new DOMException('tainted', 'SecurityError')
      return { data: [1, 2, 3, 255] }
    },
  }
}

beforeEach(() => {
  loaded.length = 0
  vi.stubGlobal('Image', FakeImage)
  vi.stubGlobal('location', { origin: 'https://app.example.com' })
  vi.stubGlobal('document', { createElement: () => ({ getContext: canvas }) })
})
afterEach(() => vi.unstubAllGlobals())

test('reads colours if files have their own origin', async () => {
  const read = await loadColors(file, 1, drawn)
  expect(read?.({ x: 0.5, y: 0.5 })).toEqual([1, 2, 3])
  expect(loaded.map(({ crossOrigin }) => crossOrigin)).toEqual(['anonymous'])
})

test('reads a drawn picture of the page’s origin', async () => {
  const own = { ...drawn, src: 'https://app.example.com/preview/a' } as HTMLImageElement
  expect((await loadColors(file, 1, own))?.({ x: 0.5, y: 0.5 })).toEqual([1, 2, 3])
  expect(loaded).toEqual([])
})

test('knows that nothing may be read before a colour is chosen', async () => {
  class Refused extends FakeImage {
    override async decode() {
      this.crossOrigin = null
    }
  }
  vi.stubGlobal('Image', Refused)
  expect(await loadColors(file, 1, null)).toBeNull()
})

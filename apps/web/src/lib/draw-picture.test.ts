import { expect, test, vi } from 'vitest'
import { measurePicture } from '#web/lib/picture-size'
import { drawPicture } from './draw-picture.ts'

test('an SVG, which may take seconds to draw, waits for the server’s picture, even if small', async () => {
  const shown = vi.spyOn(URL, 'createObjectURL')
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
  for (const file of [
    new File([svg], 'logo.svg', { type: 'image/svg+xml' }),
    new File([svg], 'logo.SVG'),
    new File([svg], 'logo', { type: 'image/svg+xml' }),
  ]) {
    expect([await drawPicture(file), await measurePicture(file)]).toEqual([null, null])
  }
  expect(shown).not.toHaveBeenCalled()
  expect(await drawPicture(new File(['png'], 'logo.png', { type: 'image/png' }))).toMatch(/^blob:/)
  shown.mockRestore()
})

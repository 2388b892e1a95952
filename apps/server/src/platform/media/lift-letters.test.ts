import { expect, test } from 'vitest'
import { liftLetters } from '#server/platform/media/lift-letters'

const size = { width: 400, height: 300 }

/** Upright strokes like those of letters, three pixels wide, starting at `left`. */
const isStroke = (x: number, y: number, left: number, top: number) =>
  y >= top && y < top + 14 && x >= left && x < left + 120 && (x - left) % 9 < 3
const isButton = (x: number, y: number) => x >= 40 && x < 240 && y >= 120 && y < 164

/** A cell of the grid may lie on both sides of the edge. */
const isAtEdge = (x: number, y: number) =>
  [-4, 4].some((by) => [-4, 4].some((down) => isButton(x + by, y + down) !== isButton(x, y)))

function picture(): Uint8Array {
  const grey = new Uint8Array(size.width * size.height)
  for (let y = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++) {
      const paper = (x + y) % 6 < 3 ? 255 : 249
      const words = isStroke(x, y, 40, 40) ? 30 : isStroke(x, y, 40, 80) ? 180 : paper
      grey[y * size.width + x] = isButton(x, y) ? (isStroke(x, y, 64, 135) ? 255 : 90) : words
    }
  return grey
}

test('dark, pale and light letters become dark on white, and texture, buttons and their edges white', async () => {
  const lifted = await liftLetters(picture(), size, 1)
  const wrong = [...lifted].flatMap((shade, at) => {
    const [x, y] = [at % size.width, Math.floor(at / size.width)]
    const isLetter = isStroke(x, y, 40, 40) || isStroke(x, y, 40, 80) || isStroke(x, y, 64, 135)
    return (isLetter ? shade < 100 : shade > 230 || isAtEdge(x, y)) ? [] : [{ x, y, isLetter, shade }]
  })
  expect(wrong).toEqual([])
})

test.each([
  [1, 1],
  [3, 500],
  [700, 2],
])('a picture of %i × %i has no room for letters, and stays white', async (width, height) => {
  const lifted = await liftLetters(new Uint8Array(width * height).fill(70), { width, height }, 1)
  expect(lifted.every((shade) => shade === 255)).toBe(true)
})

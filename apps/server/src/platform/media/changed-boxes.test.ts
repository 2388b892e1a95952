import { expect, test } from 'vitest'
import { findChangedBoxes } from '#server/platform/media/changed-boxes'

const [width, height] = [200, 120]

function boxesOf(
  areas: [left: number, top: number, right: number, bottom: number][],
  most = 100,
): number[][] {
  const marked = new Uint8Array(width * height)
  for (const [left, top, right, bottom] of areas)
    for (let y = top; y < bottom; y++) marked.fill(1, y * width + left, y * width + right)
  return findChangedBoxes(marked, width, height, most).map((box) => [
    box.left,
    box.top,
    box.right,
    box.bottom,
  ])
}

test('no changes have no boxes', () => {
  expect(boxesOf([])).toEqual([])
})

test('a box is as tight as its changes, up to the edges', () => {
  expect(boxesOf([[37, 51, 44, 53]])).toEqual([[37, 51, 44, 53]])
  expect(boxesOf([[0, 0, width, height]])).toEqual([[0, 0, width, height]])
  expect(boxesOf([[199, 119, 200, 120]])).toEqual([[199, 119, 200, 120]])
})

test('changes beside each other are one, those far apart are listed from the top', () => {
  expect(
    boxesOf([
      [100, 100, 110, 104],
      [10, 10, 14, 14],
      [18, 10, 30, 16],
    ]),
  ).toEqual([
    [10, 10, 30, 16],
    [100, 100, 110, 104],
  ])
})

test('a box inside another is part of it', () => {
  const frame: [number, number, number, number][] = [
    [0, 0, 180, 2],
    [0, 0, 2, 110],
    [0, 108, 180, 110],
    [178, 0, 180, 110],
  ]
  expect(boxesOf([...frame, [90, 50, 92, 52]])).toEqual([[0, 0, 180, 110]])
})

test('many changes become fewer boxes', () => {
  const dots = [10, 60, 110, 160].flatMap((x) =>
    [10, 70].map((y): [number, number, number, number] => [x, y, x + 2, y + 2]),
  )
  expect(boxesOf(dots)).toHaveLength(8)
  const few = boxesOf(dots, 3)
  expect(few.length).toBeLessThanOrEqual(3)
  for (const [left, top, right, bottom] of dots)
    expect(
      few.some(([l = 0, t = 0, r = 0, b = 0]) => l <= left && t <= top && r >= right && b >= bottom),
    ).toBe(true)
})

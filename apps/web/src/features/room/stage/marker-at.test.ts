import type { Marker } from '@wingmark/contract/comments'
import { expect, test } from 'vitest'
import { markerAt } from './marker-at.ts'

const square = { width: 1000, height: 1000 }
const tall = { width: 1000, height: 4000 }

test('a point is where it is put', () => {
  const point: Marker = { page: 3, x: 0.9, y: 0.1, shape: 'POINT' }
  expect(markerAt(point, { x: 0.2, y: 0.75 }, { from: square, to: tall, page: 2 })).toEqual({
    ...{ page: 2, x: 0.2, y: 0.75, shape: 'POINT' },
  })
})

test('a region has its middle there and its proportions, and stays on the page', () => {
  const region: Marker = { page: 1, x: 0.1, y: 0.1, width: 0.2, height: 0.4, shape: 'RECTANGLE' }
  const onTall = { from: square, to: tall, page: 1 }
  expect(markerAt(region, { x: 0.5, y: 0.5 }, onTall)).toEqual({
    ...{ page: 1, x: 0.4, y: 0.45, width: 0.2, height: 0.1, shape: 'RECTANGLE' },
  })
  expect(markerAt(region, { x: 1, y: 0 }, onTall)).toMatchObject({ x: 0.8, y: 0, width: 0.2, height: 0.1 })
  const back = markerAt({ ...region, height: 0.9 }, { x: 0.5, y: 0.5 }, { from: tall, to: square, page: 1 })
  expect(back).toMatchObject({ y: 0, height: 1 })
})

test('an arrow moves as one', () => {
  const points: [number, number][] = [
    [0.2, 0.2],
    [0.4, 0.6],
  ]
  const arrow: Marker = { page: 1, x: 0.2, y: 0.2, points, shape: 'ARROW' }
  expect(markerAt(arrow, { x: 0.5, y: 0.5 }, { from: square, to: tall, page: 1 })).toEqual({
    ...{ page: 1, x: 0.4, y: 0.45, shape: 'ARROW' },
    points: [
      [0.4, 0.45],
      [0.6, 0.55],
    ],
  })
})

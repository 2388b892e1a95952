import { expect, test } from 'vitest'
import { type PageSign, pairInOrder, pairPages, signPx } from '#server/platform/media/pair-pages'

const words = (text: string): PageSign => ({
  words: Uint32Array.from(new Set([...text].map((letter) => letter.charCodeAt(0)))).sort(),
})
/** A white page with a black area. */
const drawn = (left: number, top: number, side: number): PageSign => {
  const grey = new Uint8Array(signPx ** 2).fill(255)
  for (let y = top; y < top + side; y++) grey.fill(0, y * signPx + left, y * signPx + left + side)
  return { grey }
}
const [cover, prices, map, blank] = [drawn(2, 2, 20), drawn(20, 4, 8), drawn(4, 22, 6), drawn(0, 0, 0)]

test('pages are paired in order without further knowledge', () => {
  expect(pairInOrder(2, 3)).toEqual([
    [1, 1],
    [2, 2],
    [null, 3],
  ])
  expect(pairInOrder(2, 1)).toEqual([
    [1, 1],
    [2, null],
  ])
})

test('an inserted and a removed page of words are found', () => {
  const pages = [words('abcdef'), words('ghijkl'), words('mnopqr')]
  expect(pairPages(pages, [words('abcdef'), words('123456'), words('ghijkl'), words('mnopqr')])).toEqual([
    [1, 1],
    [null, 2],
    [2, 3],
    [3, 4],
  ])
  expect(pairPages(pages, [words('ghijkl'), words('mnopqr')])).toEqual([
    [1, null],
    [2, 1],
    [3, 2],
  ])
})

test('pages that changed a little stay pairs', () => {
  const before = [words('abcdef'), words('ghijkl'), words('mnopqr')]
  const after = [words('abcdxy'), words('12345'), words('ghijxy'), words('mnopxy')]
  expect(pairPages(before, after)).toEqual([
    [1, 1],
    [null, 2],
    [2, 3],
    [3, 4],
  ])
})

test('pages without words are recognised by their looks', () => {
  expect(pairPages([cover, prices, map], [cover, map])).toEqual([
    [1, 1],
    [2, null],
    [3, 2],
  ])
  expect(pairPages([cover, map], [cover, blank, prices, map])).toEqual([
    [1, 1],
    [null, 2],
    [null, 3],
    [2, 4],
  ])
})

test('a page of words is never one of pictures', () => {
  expect(pairPages([words('abc')], [cover, words('abc')])).toEqual([
    [null, 1],
    [1, 2],
  ])
})

test('a blank page is like a blank one', () => {
  expect(pairPages([blank, cover], [blank, prices, cover])).toEqual([
    [1, 1],
    [null, 2],
    [2, 3],
  ])
})

test('very long documents are paired in order', () => {
  const many = (count: number, seed: number) =>
    Array.from({ length: count }, (_, at) => words(String.fromCharCode(300 + at * seed)))
  expect(pairPages(many(600, 3), many(601, 7)).at(-1)).toEqual([null, 601])
})

test('no page is lost', () => {
  const pairs = pairPages([cover, prices, map, blank], [map, words('abc'), prices])
  expect(pairs.flatMap(([from]) => from ?? [])).toEqual([1, 2, 3, 4])
  expect(pairs.flatMap(([, to]) => to ?? [])).toEqual([1, 2, 3])
})

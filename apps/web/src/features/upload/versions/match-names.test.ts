import { expect, test } from 'vitest'
import { matchNames, stemOf } from './match-names.ts'

test.each([
  ['home.png', 'home_v2.png'],
  ['home.png', 'Home v3 FINAL.pdf'],
  ['home-v1.png', 'home-v2.png'],
  ['Home.png', 'home (1).png'],
  ['home.png', 'home copy 2.png'],
  ['home.png', 'Copy of home.png'],
  ['home.png', 'home_2026-11-28.png'],
  ['home_20261101.png', 'home_20261128.png'],
  ['home.png', 'home 28.11.2026.png'],
  ['about-us_v2.png', 'about us_final_v3.png'],
  ['home.png', 'home_final_final2.png'],
  ['Ku\u0308che.png', 'K\u00fcche v2.png'],
  ['page-3.png', 'page-3_v2.png'],
])('%s and %s are versions of one file', (first, second) => {
  expect(stemOf(second)).toBe(stemOf(first))
})

test.each([
  ['page-1.png', 'page-2.png'],
  ['home.png', 'homepage.png'],
  ['home desktop.png', 'home mobile.png'],
  ['slide 1.png', 'slide 2.png'],
  ['renew.png', 're.png'],
])('%s and %s are two files', (first, second) => {
  expect(stemOf(second)).not.toBe(stemOf(first))
})

test('a name that is all ending stays', () => {
  expect(stemOf('v2.png')).toBe('v2')
  expect(stemOf('final.png')).toBe('final')
  expect(stemOf('.png')).toBe('.png')
})

test('each name finds its file, the same name before a similar one', () => {
  const files = [
    { _id: 'a', name: 'home.png' },
    { _id: 'b', name: 'home v2.png' },
    { _id: 'c', name: 'pricing.pdf' },
  ]
  expect(matchNames(['home_v3.png', 'Home v2.png', 'pricing.png', 'team.png'], files)).toEqual([
    'a',
    'b',
    'c',
    null,
  ])
})

import { expect, test } from 'vitest'
import { findMisspelled, lettersApart } from '#server/platform/media/misspelled'

const box = { x: 0.1, y: 0.1, width: 0.5, height: 0.02 }
const text = (words: string, certainty = 100) => ({
  words,
  box,
  size: 12,
  isBold: false,
  colors: null,
  certainty,
})
const found = async (...lines: ReturnType<typeof text>[]) => {
  const spelling = await findMisspelled(lines)
  return spelling?.isForeign ? 'foreign' : spelling?.found.map(({ word, better }) => `${word} → ${better}`)
}

test.each([
  ['a slip', [text('We incluude everything')], ['incluude → include']],
  [
    'two slips in one line',
    [text('You will definately recieve it')],
    ['definately → definitely', 'recieve → receive'],
  ],
  ['American and British words', [text('The color and the colour of the harbour')], []],
  ['a name', [text('Made by Nordkammer and Mira Wexler in Lindholm')], []],
  ['capitals', [text('SUMMRE FESTIVLA at the harbour')], []],
  ['an address and a code', [text('Write to helo@examplle.com or www.examplle.com, code x1zzq')], []],
  ['what was not read with certainty', [text('We incluude everything', 70)], undefined],
  ['another language', [text('Sommerfest am Hafen mit viel schöner Musik')], 'foreign'],
  ['one line of it', [text('Open every day of the long summer'), text('Sommerfest am kleinen Hafen')], []],
] as const)('%s', async (_what, lines, expected) => expect(await found(...lines)).toEqual(expected))

test('letters apart are those put in, left out, changed and swapped', () => {
  expect([
    lettersApart('teh', 'the'),
    lettersApart('incluude', 'include'),
    lettersApart('kitten', 'sitting'),
  ]).toEqual([1, 1, 3])
})

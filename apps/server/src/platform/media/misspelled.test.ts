import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findDictionaries } from '#server/platform/media/dictionaries'
import { findMisspelled, type Spelling } from '#server/platform/media/misspelled'

const box = { x: 0.1, y: 0.1, width: 0.5, height: 0.02 }
const text = (words: string, certainty = 100) => ({
  words,
  box,
  size: 12,
  isBold: false,
  colors: null,
  certainty,
})
const english: Spelling = { languages: ['en'], dictionaries: [] }
const find = async (lines: readonly ReturnType<typeof text>[], given = english) => {
  const spelling = await findMisspelled(lines, given)
  return spelling?.isForeign ? 'foreign' : spelling?.found.map(({ word, better }) => `${word} → ${better}`)
}

test.each([
  ['a slip', [text('We incluude everything')], ['incluude → include']],
  [
    'two slips in one line',
    [text('You will definately recieve it')],
    ['definately → definitely', 'recieve → receive'],
  ],
  ['a slip that two short words would make', [text('Listen to the mussic of old trees')], ['mussic → music']],
  [
    'a capital that begins a sentence',
    [text('Welcom to our brochure'), text('See our new shop. Tomorow you may come')],
    ['Welcom → Welcome', 'Tomorow → Tomorrow'],
  ],
  ['a name behind a short form', [text('Come and talk with Dr. Kravel about the price')], []],
  ['a name of one that begins a sentence', [text('Figma has all of our designs')], []],
  [
    'a word too many',
    [text('Wingmarq Gmbh — the the best price 2019'), text('Open on the the hill')],
    ['the the → the', 'the the → the'],
  ],
  ['words that may stand twice', [text('All that that we had had was very very old')], []],
  [
    'a word that ends one thing and begins another',
    [text('Log in, in the evening; to – to the harbour')],
    [],
  ],
  [
    'filler beside words',
    [text('Contact us for a quote. Lorem ipsum dolor sit amet'), text('Read our new broshure')],
    ['broshure → brochure'],
  ],
  ['filler in narrow lines', [text('Lorem ipsum'), text('dolor sit'), text('amet, elit')], 'foreign'],
  ['American and British words', [text('The color and the colour of the harbour')], []],
  ['a name', [text('Made by Nordkammer and Mira Wexler in Lindholm')], []],
  ['capitals', [text('SUMMRE FESTIVLA at the harbour')], []],
  ['an address and a code', [text('Write to helo@examplle.com or www.examplle.com, code x1zzq')], []],
  ['what was not read with certainty', [text('We incluude everything', 70)], undefined],
  ['another language', [text('Sommerfest am Hafen mit viel schöner Musik')], 'foreign'],
  ['one line of it', [text('Open every day of the long summer'), text('Sommerfest am kleinen Hafen')], []],
] as const)('%s', async (_what, lines, expected) => expect(await find(lines)).toEqual(expected))

// Made up, in the form of a dictionary: endings by flags, one after another, and compounds.
const aff = `SET UTF-8
TRY esianrtolcdugmphbyfvkwzäöü
FLAG long
COMPOUNDBEGIN Xx
PFX Uu Y 1
PFX Uu 0 un .
SFX Ee Y 2
SFX Ee 0 en/Ss [^e]
SFX Ee e en e
SFX Ss Y 1
SFX Ss 0 s n
`
const dic = '10\nschön/UuEe\nFest/XxEe\nSommer/Xx\nHafen\nviel\nMusik\nam\nmit\nund\nkleine/Ee\nHütte/Ee\n'

describe('with a dictionary of the operator', () => {
  let folder: string
  let both: Spelling
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wingmark-words-'))
    await writeFile(join(folder, 'de_AT.aff'), aff)
    await writeFile(join(folder, 'de_AT.dic'), dic)
    await writeFile(join(folder, 'fr.aff'), 'SET UTF-8')
    const dictionaries = await findDictionaries(folder)
    both = { languages: ['en', ...dictionaries.map(({ language }) => language)], dictionaries }
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('knows its language, but not one with a missing file', () => {
    expect(both.languages).toEqual(['en', 'de-AT'])
  })
  test.each([
    ['forms and compounds', 'Sommerfest am Hafen mit unschön kleinen und schönens Hütten', []],
    ['slips', 'Fest am Hafen mit vielm und schönenn Musik', ['vielm → viel', 'schönenn → schönen']],
    ['a language that is in none', 'Bonjour tout le monde et bienvenue chez nous', 'foreign'],
    ['English beside it', 'Open every day with much music and incluude', ['incluude → include']],
  ] as const)('%s', async (_what, line, expected) => {
    expect(
      await find(
        [text(line), text('Sommerfest mit viel Musik und Hafen')].slice(0, expected === 'foreign' ? 1 : 2),
        both,
      ),
    ).toEqual(expected)
  })
  test('is only asked where its language is wanted', async () => {
    expect(await find([text('Sommerfest am Hafen mit viel Musik')])).toBe('foreign')
  })
  test('a folder without any pair is refused in words', async () => {
    await expect(findDictionaries(join(folder, 'none'))).rejects.toThrow(
      'SPELL_DICTIONARIES must be a folder',
    )
  })
})

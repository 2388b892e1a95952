import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excerptAround, findWords, foldForSearch, soughtWords } from './search-words.ts'

const found = (text: string, sought: string) =>
  findWords(text, sought).map(([from, to]) => text.slice(from, to))

test('case, accents and what stands between words do not count', () => {
  expect(foldForSearch('Größe: ÉTÉ/Œuvre').trim().split(/ +/)).toEqual(['grosse', 'ete', 'oeuvre'])
  expect(soughtWords(`  'Ärger' & (co | !x):* \\ "50 %" `)).toEqual(['arger', 'co', 'x', '50'])
  expect(soughtWords(' \u0000 % _ " \' \\ ')).toEqual([])
})

test('beginnings of words are found where they stand in the text as it was written', () => {
  expect(found('Das Café am Cafe-Platz, nicht Décafé', 'cafe')).toEqual(['Café', 'Cafe'])
  expect(found('Die Straße ist groß', 'strass')).toEqual(['Straß'])
  expect(found('Cafe\u0301 oder Cafe', 'cafe')).toEqual(['Cafe\u0301', 'Cafe'])
  expect(found('Logo larger, logotype', 'larg lo')).toEqual(['Lo', 'larg', 'lo'])
  expect(found('anything', ' % ')).toEqual([])
})

test('an excerpt is one line around the first word', () => {
  const long = `${'Lorem ipsum '.repeat(60)}the\nÉtude ${'dolor '.repeat(60)}`
  const cut = excerptAround(long, 'etude')
  expect(cut).toContain('the Étude dolor')
  expect([...cut].length).toBeLessThanOrEqual(202)
  expect(excerptAround('Short\ntext', 'x')).toBe('Short text')
})

test('whatever is written, places lie in it, in order', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.string({ maxLength: 10 }),
      (text, sought) => {
        for (const [from, to] of findWords(text, sought)) {
          expect(0 <= from && from < to && to <= text.length).toBe(true)
        }
        excerptAround(text.repeat(9), sought)
      },
    ),
  )
})

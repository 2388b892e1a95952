import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  beginningsOf,
  excerptAround,
  findWords,
  foldCharacters,
  foldForSearch,
  holdsCharacters,
  keptWords,
  soughtWords,
} from './search-words.ts'

const found = (text: string, sought: string) =>
  findWords(text, sought).map(([from, to]) => text.slice(from, to))

test('case, accents and dividers of words do not count', () => {
  expect(foldForSearch('Größe: ÉTÉ/Œuvre').trim().split(/ +/)).toEqual(['grosse', 'ete', 'oeuvre'])
  expect(soughtWords(`  'Ärger' & (co | !x):* \\ "50 %" `)).toEqual(['arger', 'co', 'x', '50'])
  expect(soughtWords(' \u0000 % _ " \' \\ ')).toEqual([])
})

test('finds beginnings of words at their places in the original text', () => {
  expect(found('Das Café am Cafe-Platz, nicht Décafé', 'cafe')).toEqual(['Café', 'Cafe'])
  expect(found('Die Straße ist groß', 'strass')).toEqual(['Straß'])
  expect(found('Cafe\u0301 oder Cafe', 'cafe')).toEqual(['Cafe\u0301', 'Cafe'])
  expect(found('Logo larger, logotype', 'larg lo')).toEqual(['Lo', 'larg', 'lo'])
  expect(found('anything', ' % ')).toEqual([])
})

const isFound = (text: string, sought: string) => {
  const kept = keptWords(text)
  return soughtWords(sought)
    .flatMap(beginningsOf)
    .every((beginning) => kept.some((word) => word.startsWith(beginning)))
}

test.each([
  ['我家在上海东边。', '上海'],
  ['東京タワーのロゴを直してください', 'ロゴを直してくだ'],
  ['เพิ่มขนาดตัวอักษรหน่อย', 'ตัวอักษร'],
  ['ກະລຸນາປ່ຽນສີພື້ນຫຼັງ', 'ສີພື້ນ'],
  ['សូមប្តូរពណ៌ផ្ទៃខាងក្រោយ', 'ពណ៌'],
  ['ကျေးဇူးပြု၍အရောင်ပြောင်းပါ', 'အရောင်'],
  ['iPhone手机壳2024年', 'iphone'],
  ['iPhone手机壳2024年', '机壳'],
  ['iPhone手机壳2024年', '2024'],
  ['🎉party hat', 'party'],
  ['👩🏽\u200d🎨artist', 'artist'],
  ['1️⃣first', 'first'],
  ['ℹ️info', 'info'],
  ['❤️love', 'love'],
  ['ΟΔΟΣ ΑΘΗΝΑΣ', 'οδός'],
  ['οδός', 'ΟΔΟΣ'],
  ['يُوسُف كتب هذا', 'يوسف'],
  ['يـوسف', 'يُوسُف'],
  ['שָׁלוֹם', 'שלום'],
  ['İSTANBUL', 'istanbul'],
  ['ｶﾞﾗｽ', 'ガラス'],
  ['葛\u{e0100}飾区', '葛飾'],
])('in “%s” finds “%s”, and marks its place', (text, sought) => {
  expect(isFound(text, sought)).toBe(true)
  expect(found(text, sought).map((one) => foldForSearch(one))).toEqual([foldForSearch(sought)])
  expect(holdsCharacters(text, sought)).toBe(true)
})

test('does not find separate letters, nor the middle of words between spaces', () => {
  expect(isFound('我家在上海东边', '海上')).toBe(false)
  expect(isFound('我家在上海东边', '上东')).toBe(false)
  expect(isFound('Hauptstraße', 'straße')).toBe(false)
  expect(isFound('パパ', 'ハハ')).toBe(false)
})

test('finds any consecutive letters of scripts without spaces', () => {
  for (const text of ['東京タワーのロゴを直してください', 'เพิ่มขนาดตัวอักษรหน่อย', '𠮷野家で会う']) {
    const letters = [...text]
    for (const [n] of letters.entries())
      for (const many of [1, 2, 3, 4, 5, 9])
        expect(isFound(text, letters.slice(n, n + many).join(''))).toBe(true)
  }
})

test('folding twice changes nothing more', () => {
  const all = Array.from({ length: 0x10ffff }, (_, n) => foldCharacters(String.fromCodePoint(n + 1)).trim())
  expect(all.filter((folded) => foldCharacters(folded).trim() !== folded)).toEqual([])
})

test('an excerpt is one line around the first word', () => {
  const long = `${'Lorem ipsum '.repeat(60)}the\nÉtude ${'dolor '.repeat(60)}`
  const cut = excerptAround(long, 'etude')
  expect(cut).toContain('the Étude dolor')
  expect([...cut].length).toBeLessThanOrEqual(202)
  expect(excerptAround('Short\ntext', 'x')).toBe('Short text')
})

test('places lie within any text, in order', () => {
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

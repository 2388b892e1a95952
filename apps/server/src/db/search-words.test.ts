import { keptWords } from '@wingmark/contract/search-words'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/test-database.ts'
import { migrate } from './migrate.ts'

const isKnown = (code: number) => !/\p{Cn}|\p{Cs}/u.test(String.fromCodePoint(code))
const characters = Array.from({ length: 0x10ffff }, (_, n) => n + 1)
  .filter(isKnown)
  .map((code) => String.fromCodePoint(code))
const together = 50

/** Each character between letters, twice in a row and alone: does it count, divide, or form a word? */
function* textsOfAll(): Generator<string> {
  for (let from = 0; from < characters.length; from += together)
    yield characters
      .slice(from, from + together)
      .map((one, n) => `${n}a${one}b${n} ${one}${one} ${n}c ${one}`)
      .join(' ')
}

const written = [
  'Œuvre ØRSTED Łódź ĐẶNG ıstanbul İSTANBUL ΟΔΟΣ οδός ẞ',
  'ＦＵＬＬ ﬁne ½ x² №7 ①first ℹ️info 1️⃣one 👩🏽‍🎨art ❤️heart 🇩🇪flag',
  'a-b_c.d/e@f#g+h=i<j>k~l|m',
  '日本語テキスト한국어Ελλάδα КОФЕ iPhone手机壳2024年 ｶﾞﾗｽ ガラス 人々 葛\u{e0100}飾',
  'เพิ่มขนาดตัวอักษรหน่อย ຂະໜາດ ខ្ញុំចង់ ဝန်ဆောင်မှု हिन्दी फ़ोटो বাংলা தமிழ்',
  'יִשְׂרָאֵל يُوسُف يـوسف مُحَمَّدٌ ܐܰܒܳܐ',
  'a\u0301e\u0308\u200bb\u00adc «d» „e“ … ‘f’ • → \u202eabc\u2069',
  '007 1e5 -3.14 12pt 2026-11-22 http://example.test/a?b=c O’Brien C++ 1.234,56',
  '𠮷野家で会う\u{20bb7}\u{20bb7} ﷺ ㍿ '.repeat(40),
  'x'.repeat(3_000),
  '日'.repeat(3_000),
]

const texts = [...textsOfAll(), ...written]
const wanted = texts.map((text) => keptWords(text).toSorted())

test.each([
  ['the locale that ours has', undefined],
  ['the locale C', `TEMPLATE template0 ENCODING UTF8 LOCALE 'C' LOCALE_PROVIDER libc`],
  ['the locale tr-TR', `TEMPLATE template0 ENCODING UTF8 LOCALE 'C' LOCALE_PROVIDER icu ICU_LOCALE 'tr-TR'`],
])('in %s PostgreSQL stores words of all of Unicode as the program looks for them', async (_, how) => {
  const database = await createTestDatabase(how)
  if (how) await migrate(database.url)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const { rows } = await client.query<{ words: string[] }>(
      `select tsvector_to_array(searchable_words(text)) as words
       from unnest($1::text[]) with ordinality one(text, place) order by place`,
      [texts],
    )
    expect(rows.map(({ words }) => words.toSorted())).toEqual(wanted)
  } finally {
    await client.end()
    await database.drop()
  }
})

test('stores as many words of a text as PostgreSQL allows in one row', async () => {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const han = (n: number) => String.fromCodePoint(0x20000 + ((n * 7_919) % 40_000))
    const { rows } = await client.query<{ words: string[] }>(
      'select tsvector_to_array(searchable_words($1)) as words',
      [Array.from({ length: 300_000 }, (_, n) => han(n)).join('')],
    )
    expect(rows[0]?.words).toContain([0, 1, 2, 3].map(han).join(''))
  } finally {
    await client.end()
    await database.drop()
  }
})

import { expect, test } from 'vitest'
import { excerptAround } from './search-words.ts'
import { beginningOf, shorten } from './shorten.ts'

const charactersOf = (text: string) => [
  ...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text),
]

const wholes = ['🙃', '🇩🇪', '👨‍👩‍👧‍👦', '👍🏽', 'e\u0301', 'a\u0308\u0323', '❤️', 'ก็', 'हि', '한', '🏴󠁧󠁢󠁥󠁮󠁧󠁿']

test.each(wholes)('%s is never cut, wherever the end falls', (whole) => {
  for (let before = 0; before <= 20; before++) {
    const text = 'z'.repeat(before) + whole.repeat(3) + ' and the rest of it'
    for (let max = 1; max <= before + 20; max++) {
      const cut = shorten(text, max)
      expect([...cut].length).toBeLessThanOrEqual(max)
      const kept = cut.replace(/…$/, '')
      expect(text.startsWith(kept)).toBe(true)
      const rest = text.slice(kept.length)
      expect(
        kept === '' || rest === '' || charactersOf(text).some(({ index }) => index === kept.length),
      ).toBe(true)
    }
  }
})

test('a text that fits stays as it is, one that does not ends in …', () => {
  expect(shorten('Bigger logo', 11)).toBe('Bigger logo')
  expect(shorten('Bigger logo', 10)).toBe('Bigger lo…')
  expect(shorten('Bigger logo', 8)).toBe('Bigger…')
  expect(shorten(`${'z'.repeat(159)}🙃 and the rest of it`, 160)).toBe(`${'z'.repeat(159)}…`)
})

test('cuts an endless cluster all the same, and quickly', () => {
  const endless = `e${'\u0301'.repeat(100_000)}`
  expect([...beginningOf(endless, 50)]).toHaveLength(50)
})

test('bytes can be counted instead', () => {
  const bytes = (text: string) => encodeURIComponent(text).replace(/%../g, '_').length
  expect(beginningOf('ab👨‍👩‍👧‍👦', 12, bytes)).toBe('ab')
  expect(beginningOf('ab👨‍👩‍👧‍👦', 27, bytes)).toBe('ab👨‍👩‍👧‍👦')
})

test.each(wholes)('an excerpt keeps %s whole', (whole) => {
  for (let before = 0; before < 12; before++) {
    const text = `${whole.repeat(60)}${'z'.repeat(before)} wanted ${whole.repeat(90)}`
    const shown = excerptAround(text, 'wanted', 60).replaceAll('…', '')
    const letters = charactersOf(shown).map(({ segment }) => segment)
    expect(letters.filter((letter) => letter !== whole && !'z wanted'.includes(letter))).toEqual([])
  }
})

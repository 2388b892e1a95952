import { expect, test } from 'vitest'
import { searchPath, tabOf, wordOf } from './search-word.ts'

test('a word survives in the address', () => {
  const word = 'Ärger & co/? #1 "50 %"'
  const { pathname, search } = new URL(searchPath(word), 'http://localhost')
  expect(wordOf({ pathname, search })).toBe(word)
})

test('the search page opens on the tab of reviews', () => {
  expect(searchPath('logo')).toBe('/search?tab=reviews&word=logo')
})

test('an unknown tab opens the first one', () => {
  expect(tabOf({ search: '?tab=reviews&word=a' })).toBe('reviews')
  expect(tabOf({ search: '?tab=nothing&word=a' })).toBe('reviews')
  expect(tabOf({ search: '?word=a' })).toBe('reviews')
})

test('other pages have no searched word', () => {
  expect(wordOf({ pathname: '/reviews', search: '?word=logo' })).toBe('')
})

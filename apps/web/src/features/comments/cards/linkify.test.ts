import { expect, test } from 'vitest'
import { linkify } from './linkify.ts'

test('web addresses become links, without the punctuation behind them', () => {
  expect(linkify('See https://example.com/a?b=1, please.')).toEqual([
    { text: 'See ' },
    { text: 'https://example.com/a?b=1', href: 'https://example.com/a?b=1' },
    { text: ', please.' },
  ])
})

test('nothing else does', () => {
  for (const text of ['javascript:alert(1)', 'data:text/html,x', 'ftp://a.b', 'https://', '<b>hi</b>']) {
    expect(linkify(text).every((part) => part.href === undefined)).toBe(true)
  }
})

test('no character is lost', () => {
  const text = 'a https://x.y/(z) b\nhttp://q.r!'
  expect(
    linkify(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})

import { expect, test } from 'vitest'
import { splitMentions } from './split-mentions.ts'

test('finds names as written, the longest first, and not within other words', () => {
  const parts = (text: string, ...names: string[]) =>
    splitMentions(text, names).map((part) => (part.isMention ? `[${part.text}]` : part.text))
  expect(parts('Hi @Ada Example, and @Ada!', 'Ada', 'Ada Example')).toEqual([
    'Hi ',
    '[@Ada Example]',
    ', and ',
    '[@Ada]',
    '!',
  ])
  expect(parts('@Adam', 'Ada')).toEqual(['@Adam'])
  expect(parts('@A.* (x)', 'A.*')).toEqual(['[@A.*]', ' (x)'])
  expect(parts('@Zoë', 'Zoë')).toEqual(['[@Zoë]'])
})

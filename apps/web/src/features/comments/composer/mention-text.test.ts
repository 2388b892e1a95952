import { expect, test } from 'vitest'
import { nameBefore, stillMentioned } from './mention-text.ts'

const ada = { _id: 'a', name: 'Ada Example' }

test('an “@” at the beginning of a word starts a name', () => {
  const at = (text: string) => nameBefore(text, text.length, [ada])
  expect(at('@')).toEqual({ from: 0, word: '' })
  expect(at('Dear @Ad')).toEqual({ from: 5, word: 'Ad' })
  expect(at('(@ada ex')).toEqual({ from: 1, word: 'ada ex' })
  expect(at('mail ada@example')).toBeNull()
  expect(at('@ ')).toBeNull()
  expect(at('@Ada\nnext line')).toBeNull()
  expect(at('@Ada Example please')).toBeNull()
  expect(at('no name')).toBeNull()
})

test('only the text before the caret counts', () => {
  expect(nameBefore('@Ada and more', 3, [])).toEqual({ from: 0, word: 'Ad' })
})

test('a person whose name was deleted from the text is not mentioned', () => {
  const bob = { _id: 'b', name: 'Bob' }
  expect(stillMentioned('Look, @Ada Example', [ada, bob, ada])).toEqual([ada])
})

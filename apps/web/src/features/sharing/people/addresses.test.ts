import { expect, test } from 'vitest'
import { areComplete, divideAddresses, readAddresses, splitAddresses } from './addresses.ts'

test.each([
  ['ann@example.com', ['ann@example.com']],
  ['ann@example.com, Ben@Example.com;carl@example.com\n dora@example.com', ['ann', 'ben', 'carl', 'dora']],
  ['Ann Example <ann@example.com>, "Ben, B." <ben@example.com>', ['ann', 'ben']],
  ['ann@example.com; Ben Example <ben@example.com>', ['ann', 'ben']],
  ['Ann <ann@example.com> ben@example.com <carl@example.com>', ['ben', 'ann', 'carl']],
  ['ann@example.com ben@example.com\r\nCarl <carl@example.com>', ['ann', 'ben', 'carl']],
  ['"ann@work" <ann@example.com>; <ben@example.com>;', ['ann', 'ben']],
  ['ann@example.com ANN@example.com', ['ann']],
])('%j is read', (text, names) => {
  const emails = names.map((name) => (name.includes('@') ? name : `${name}@example.com`))
  expect(readAddresses(text)).toEqual({ emails, error: null })
})

test.each([
  ['  ,; ', 'Enter at least one email address.'],
  ['ann', 'Invalid email address'],
  ['ann@example.com, ben@', 'Invalid email address: ben@'],
  ['ben@; Ann <ann@example.com>', 'Invalid email address: ben@'],
  ['ann@example.com; Ben <ben.example.com>', 'Invalid email address: ben.example.com'],
])('%j is refused', (text, error) => {
  expect(readAddresses(text)).toEqual({ emails: [], error })
})

test('the text after the last separator is unfinished, including a name and its brackets', () => {
  expect(divideAddresses('ann@example.com, Ben, B <b')).toEqual({
    entered: ['ann@example.com', 'Ben'],
    typed: 'B <b',
  })
  expect(divideAddresses('ann@example.com,"Ben, B." <ben')).toEqual({
    entered: ['ann@example.com'],
    typed: '"Ben, B." <ben',
  })
  expect(divideAddresses('ann@example.com; ')).toEqual({ entered: ['ann@example.com'], typed: '' })
})

test('a blank ends an address, but not a name', () => {
  expect(['ann@example.com ', 'Ann ', 'Ann <ann@example.com> ', 'ann@ '].map(areComplete)).toEqual([
    ...[true, false, true, false],
  ])
})

test('an unreadable address stays', () => {
  expect(splitAddresses('ann@example.com; nobody; Ben <ben@>')).toEqual(['ann@example.com', 'nobody', 'ben@'])
})

import { expect, test } from 'vitest'
import { readAddresses } from './addresses.ts'

test.each([
  ['ann@example.com', ['ann@example.com']],
  ['ann@example.com, Ben@Example.com;carl@example.com\n dora@example.com', ['ann', 'ben', 'carl', 'dora']],
  ['Ann Example <ann@example.com>, "Ben, B." <ben@example.com>', ['ann', 'ben']],
  ['ann@example.com ANN@example.com', ['ann']],
])('%j is read', (text, names) => {
  const emails = names.map((name) => (name.includes('@') ? name : `${name}@example.com`))
  expect(readAddresses(text)).toEqual({ emails, error: null })
})

test.each([
  ['  ,; ', 'Enter at least one email address.'],
  ['ann', 'Invalid email address'],
  ['ann@example.com, ben@', 'Invalid email address: ben@'],
])('%j is refused', (text, error) => {
  expect(readAddresses(text)).toEqual({ emails: [], error })
})

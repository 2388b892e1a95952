import { expect, test } from 'vitest'
import { Email, readAddress } from './addresses.ts'

test.each([
  ['o&leary@example.com', 'o&leary@example.com'],
  ['50%off@example.com', '50%off@example.com'],
  [" O'Leary+x@Example.COM ", "o'leary+x@example.com"],
  ["!#$%&'*+/=?^_`{|}~-@example.com", "!#$%&'*+/=?^_`{|}~-@example.com"],
  ['ada@localhost', 'ada@localhost'],
  ['ada@m\u00fcnchen.example', 'ada@xn--mnchen-3ya.example'],
  ['ada@mu\u0308nchen.example', 'ada@xn--mnchen-3ya.example'],
  ['ada@M\u00dcNCHEN.Example', 'ada@xn--mnchen-3ya.example'],
  ['ada@XN--MNCHEN-3YA.example', 'ada@xn--mnchen-3ya.example'],
  ['ada@\u4f8b\u3048\u3002\u30c6\u30b9\u30c8', 'ada@xn--r8jz45g.xn--zckzah'],
])('%j is the address %j', (typed, kept) => {
  expect(Email.parse(typed)).toBe(kept)
})

test.each([
  'nobody',
  'a@b@c.example',
  'm\u00fcller@example.com',
  'ada @example.com',
  'ada@exa mple.com',
  'ada@-example.com',
  'ada@example.com.',
  'ada@m\u00fcnchen.example/x',
  'ada@m\u00fcnchen.example:25',
  'ada@m\u00fcn%41chen.example',
  'ada@m\u00fcn\uff0fchen.example',
  '"ada"@example.com',
  'Ada <ada@example.com>',
  `${'a'.repeat(250)}@b.example`,
  `ada@${'\u00fc'.repeat(60)}.${'\u00fc'.repeat(60)}.${'\u00fc'.repeat(60)}.${'\u00fc'.repeat(60)}`,
])('%j is no address', (typed) => {
  expect(Email.safeParse(typed).error?.issues[0]?.message).toBe('Invalid email address')
  expect(readAddress(typed)).toBe(typed)
})

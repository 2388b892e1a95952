import { expect, test } from 'vitest'
import { parseAnswer } from '#server/modules/ai/read/answer'
import { roomOfEach } from '#server/modules/ai/read/material'
import { plainText, steadyPart } from '#server/modules/ai/requests/clean'
import { countOf, cutAtSentence, wholeSentences } from '#server/modules/ai/requests/count'
import { createHider } from '#server/modules/ai/requests/hide'
import { createPeople } from '#server/modules/ai/requests/people'

test.each([
  ['<think>They want\nmore</think>Make it **larger**', 'Make it larger'],
  ['# Title\n> said `x`', 'Title\nsaid x'],
  ['See [here](https://evil.test/?q=1) and ![p](https://evil.test/p.png)', 'See here and p'],
  ['Open https://evil.test/a, www.evil.test or evil.com/x', 'Open or'],
  ['Go to evil.ai/login, t.me/evil, @evil.ch or ..evil.ch', 'Go to @ or ..'],
  ['Try 192.168.0.1/x, localhost:3000/x, 10.0.0.1:8080 and evil.photography?q=1', 'Try and'],
  [
    'Is it poster.pdf? Use logo.png/logo.svg, v1.2.3.4, 16:9 and a/b',
    'Is it poster.pdf? Use logo.png/logo.svg, v1.2.3.4, 16:9 and a/b',
  ],
  ['Make it larger.It is pale. Fine.\nNo.', 'Make it larger.It is pale. Fine.\nNo.'],
  ['Write to spy@evil.test or mailto:spy@evil.test now', 'Write to or now'],
  ['<img src=x onerror=alert(1)><b>Bold</b> and a < b > c', 'Bold and a < b > c'],
  ['[link 1](javascript:alert(1)) stays', '[link 1] stays'],
  ['poster.pdf at 1.5x, e.g. 3.2:1', 'poster.pdf at 1.5x, e.g. 3.2:1'],
  ['in\u200Bvis\u202Eible\u2066 \u{E0041}tags', 'invisible tags'],
  ['👩‍👩‍👧 می‌خواهم', '👩‍👩‍👧 می‌خواهم'],
  ['<think>never ends', ''],
])('of %j stays plain text', (raw, text) => {
  expect(plainText(raw)).toBe(text)
})

test('holds back text that later text may change', () => {
  const raw = 'Fine. See [here](https://evil.test/x) or spy@evil.test, <b>so</b> [link 1] it is'
  for (let n = 1; n <= raw.length; n++) {
    const shown = plainText(steadyPart(raw.slice(0, n)))
    expect(shown).not.toMatch(/evil|https|<|\]\(/)
  }
})

test('hides links, addresses, keys and codes, and restores them only in their own comment', () => {
  const hider = createHider()
  const first = 'See https://a.test/r?share=Zx81 or write to bo@a.test, code 482913'
  const bare = 'Or wingmark.studio.com/r/abc?share=kTz9aQ, a.test:8080/b or rita@studio.photography'
  const second = 'Key sk-abc123def456ghi789, phone +49 30 123 456 78, #1a2b3c, 1920x1080, [link 1]'
  const hidden = [hider.hide(first, 'one'), hider.hide(bare, 'one'), hider.hide(second, 'two')].join('\n')
  expect(hidden).not.toMatch(/a\.test|studio|kTz9aQ|8080|Zx81|482913|sk-abc|123 456/)
  expect(hidden).toContain('#1a2b3c, 1920x1080')
  expect(hider.putBack(hidden, new Set(['one', 'two']))).toBe(`${first}\n${bare}\n${second}`)
  expect(hider.putBack('[link 1] [address 1] [link 9]', new Set(['two']))).toBe('  ')
})

test('calls people p1 and p2, also those only mentioned, and never as a text already does', () => {
  const [olga, rita] = [
    { _id: 'o', name: 'Olga Owner' },
    { _id: 'r', name: 'Rita Reader' },
  ]
  const said = { message: '@Rita Reader, see p1', mentions: ['r'], mentionNames: [rita.name], author: olga }
  const reply = { ...said, message: 'As rita said', mentions: ['r'], mentionNames: ['Rita'], author: olga }
  const people = createPeople([{ ...said, replies: [reply] }])
  expect([people.labelOf(olga), people.labelOf(rita)]).toEqual(['p2', 'p3'])
  expect(people.nameless(`${said.message}. ${reply.message} to olga owner`)).toBe(
    '@p3, see p1. As p3 said to p2',
  )
  expect(people.named('p2 and p3 on p1, not p9')).toBe('Olga Owner and Rita Reader on p1, not ')
})

test('counts Unicode characters, and cuts at a sentence', () => {
  expect([countOf('a😀字'), countOf('e\u0301')]).toEqual([3, 2])
  expect(cutAtSentence('One is here. Two is there. Three goes on', 30)).toBe('One is here. Two is there.')
  expect(cutAtSentence('字字字。字字字字', 5)).toBe('字字字。')
  expect(cutAtSentence('no end of it at all', 8)).toBe('no end')
  expect(cutAtSentence('short', 8)).toBe('short')
  expect(wholeSentences('One is here. Two is')).toBe('One is here.')
  expect(wholeSentences('One is here.')).toBe('One is here.')
})

test('cuts only the longest texts when there is too much', () => {
  expect(roomOfEach([3, 5, 2], 10)).toBe(Infinity)
  expect(roomOfEach([3, 9, 2, 7], 15)).toBe(5)
  expect(roomOfEach([30], 10)).toBe(10)
})

test.each([
  ['bare', '{"points":[{"text":"A","comments":["c1"]}]}'],
  ['fenced', '```json\n{"points":[{"text":"A","comments":["c1"]}]}\n```'],
  ['in prose', 'Here {you} are: {"points":[{"text":"A","comments":["c1"]}]} Enjoy!'],
  ['after thoughts', '<think>{"points":[]}</think>{"points":[{"text":"A","comments":["c1"]}]}'],
])('finds JSON that is %s', (_how, text) => {
  expect(parseAnswer(text).points).toEqual([{ text: 'A', comments: ['c1'] }])
})

test.each(['', 'No.', '{"points":3}', '{"points":[{"text":"A"'])('finds none in %j', (text) => {
  expect(() => parseAnswer(text)).toThrow('The AI service')
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  countFound,
  inDoubtOf,
  inOrder,
  isNarrowed,
  type ListView,
  narrow,
  ofVersions,
  plainListView,
  putInOrder,
  type Reader,
  stayingOf,
} from './list-view.ts'

const person = (name: string) => ({
  kind: 'GUEST' as const,
  _id: `id of ${name}`,
  name,
  avatar: null,
  color: 0,
})
const at = (minute: number) => `2026-05-20T12:${String(minute).padStart(2, '0')}:00.000Z`

const reply = (name: string, minute: number, message: string, mentions: string[] = []) => ({
  author: person(name),
  createdAt: at(minute),
  message,
  mentions,
  isCut: false,
})
const comment = (
  number: number,
  page: number,
  said: ReturnType<typeof reply>,
  replies: ReturnType<typeof reply>[] = [],
) => ({
  ...said,
  _id: `comment ${number}`,
  file: 'poster',
  number,
  type: 'MARKED' as const,
  marker: { page, x: 0, y: 0, shape: 'POINT' as const },
  replies,
  repliesCursor: null as string | null,
})

const all = [
  comment(1, 2, reply('Zoë Client', 1, 'The logo is too small')),
  comment(2, 1, reply('ada', 5, 'Make the headline larger'), [reply('Zoë Client', 30, 'Yes, café style')]),
  comment(3, 1, reply('Bo', 20, 'Fine')),
  {
    ...comment(0, 1, reply('Ada', 2, 'About the file', ['id of Bo'])),
    type: 'GENERAL' as const,
    marker: null,
  },
]
const reader: Reader = { me: 'id of Bo', since: at(10), chosen: null }
const narrowAndSort = <C extends (typeof all)[number]>(
  comments: readonly C[],
  view: ListView,
  who: Reader,
  files: { _id: string }[],
) => narrow(inOrder(comments, view.sort, files), view, who)
const numbers = (change: Partial<ListView>, who: Reader = reader) =>
  narrowAndSort(all, { ...plainListView, ...change }, who, []).map((one) => one.number)

describe('the list of comments', () => {
  test('by place: the whole file, then page by page', () => expect(numbers({})).toEqual([0, 2, 3, 1]))
  test('by place: on a page from top to bottom, then from left to right', () => {
    const at = (number: number, x: number, y: number) => {
      const one = comment(number, 1, reply('Ada', number, ''))
      return { ...one, marker: { ...one.marker, x, y } }
    }
    const some = [at(1, 0.2, 0.9), at(2, 0.8, 0.1), at(3, 0.1, 0.1), at(4, 0.1, 0.1)]
    expect(inOrder(some, 'PLACE', []).map(({ number }) => number)).toEqual([3, 4, 2, 1])
    expect(putInOrder([], some, 'PLACE', [])).toEqual(inOrder(some, 'PLACE', []))
  })
  test('by time: the latest message first, including replies', () =>
    expect(numbers({ sort: 'TIME' })).toEqual([2, 3, 0, 1]))
  test('by person: names in order, whatever their case', () => {
    expect(numbers({ sort: 'PERSON' }).slice(2)).toEqual([3, 1])
    expect(new Set(numbers({ sort: 'PERSON' }).slice(0, 2))).toEqual(new Set([0, 2]))
  })
  test('of a whole review: by file, in its order', () => {
    const others = all.map((one) => ({ ...one, _id: `other ${one.number}`, file: 'logo' }))
    const files = [{ _id: 'logo' }, { _id: 'poster' }]
    const order = narrowAndSort([...all, ...others], { ...plainListView, of: 'REVIEW' }, reader, files)
    expect(order.map(({ file, number }) => `${file} ${number}`)).toEqual(
      ['logo', 'poster'].flatMap((file) => [0, 2, 3, 1].map((number) => `${file} ${number}`)),
    )
  })
  test.each(['PLACE', 'TIME', 'PERSON'] as const)(
    'by %s: pending comments are in their final place',
    (sort) => {
      const view = { ...plainListView, sort }
      const order = narrowAndSort(all, view, reader, [])
      for (const one of all) {
        const others = order.filter((other) => other !== one)
        expect(putInOrder(others, [one], sort, [])).toEqual(order)
      }
      expect(putInOrder([], all, sort, [])).toEqual(order)
    },
  )
  test.each(['PLACE', 'TIME', 'PERSON'] as const)(
    'by %s: each follows the one before, in any review',
    (sort) => {
      const said = fc.record({ name: fc.constantFrom('ada', 'Ada', 'Zoë', 'zoe'), minute: fc.nat(3) })
      const any = fc.array(
        fc.record({
          said,
          file: fc.constantFrom('a', 'b', 'gone'),
          page: fc.nat(3),
          number: fc.nat(3),
          y: fc.constantFrom(0, 0.5),
        }),
        { maxLength: 12 },
      )
      fc.assert(
        fc.property(any, (given) => {
          const files = [{ _id: 'b' }, { _id: 'a' }]
          const some = given.map(({ said: { name, minute }, file, page, number, y }, i) => ({
            ...comment(number, page, reply(name, minute, '')),
            marker: { page, x: 0, y, shape: 'POINT' as const },
            _id: `c${i}`,
            file,
          }))
          expect(inOrder(some, sort, files)).toEqual(putInOrder([], some, sort, files))
        }),
      )
    },
  )
  test('of one person: those with a message of theirs', () => {
    expect(numbers({ person: 'id of Zoë Client' })).toEqual([2, 1])
    expect(isNarrowed({ ...plainListView, person: 'id of ada' })).toBe(true)
  })
  test('mine: those with a message of mine', () => expect(numbers({ only: 'MINE' })).toEqual([3]))
  test('those that mention me', () => {
    expect(numbers({ only: 'MENTIONS' })).toEqual([0])
    expect(numbers({ only: 'MENTIONS' }, { ...reader, me: null })).toEqual([])
  })
  test('unread: others’ messages since then, including replies', () =>
    expect(numbers({ only: 'UNREAD' })).toEqual([2]))
  test('a search finds words, names and numbers, without accents and case', () => {
    expect(numbers({ search: 'CAFE' })).toEqual([2])
    expect(numbers({ search: ' zoe logo ' })).toEqual([1])
    expect(numbers({ search: '#3' })).toEqual([3])
    expect(numbers({ search: 'logo headline' })).toEqual([])
    expect(numbers({ search: '   ' }).length).toBe(4)
  })

  test.each([
    ['ΟΔΟΣ ΑΘΗΝΑΣ', 'οδός'],
    ['يُوسُف كتب هذا', 'يوسف'],
    ['שָׁלוֹם', 'שלום'],
    ['東京タワーのロゴ', 'ロゴ'],
    ['🎉party hat', 'party'],
    ['ＦＵＬＬ', 'full'],
    ['Größe', 'GROSSE'],
  ])('in “%s” a search finds “%s”', (message, search) => {
    const said = [comment(7, 1, reply('Bo', 1, message))]
    expect(narrow(said, { ...plainListView, search }, reader)).toHaveLength(1)
  })
  test('unloaded replies may match, so their thread stays; a long message is fetched', () => {
    const long = { ...comment(1, 1, reply('Ada', 1, 'Begin')), repliesCursor: 'r9' }
    const cut = { ...comment(2, 1, reply('Ada', 1, 'Begin')), isCut: true }
    const whole = comment(3, 1, reply('Ada', 1, 'Begin'))
    const left = (change: Partial<ListView>) =>
      narrowAndSort([long, cut, whole], { ...plainListView, ...change }, reader, []).map((one) => one.number)
    expect(left({ only: 'MINE' })).toEqual([1])
    expect(left({ only: 'UNREAD' })).toEqual([1])
    expect(left({ only: 'MENTIONS' })).toEqual([1])
    expect(left({ search: 'end' })).toEqual([1])
    expect(left({ search: 'begin' })).toEqual([1, 2, 3])
    expect(left({ only: 'MINE', search: 'begin' })).toEqual([1])
    const inDoubt = (change: Partial<ListView>) =>
      inDoubtOf([long, cut, whole], { ...plainListView, ...change }, reader).map((one) => one.number)
    expect(inDoubt({})).toEqual([])
    expect(inDoubt({ only: 'MINE' })).toEqual([1])
    expect(inDoubt({ search: 'end' })).toEqual([1, 2])
    expect(inDoubt({ only: 'MINE', search: 'end' })).toEqual([1])
    expect(inDoubt({ person: 'id of Ada', search: 'begin' })).toEqual([])
    expect(inDoubt({ person: 'id of Ada', search: 'end' })).toEqual([1, 2])
  })
  test('the selected comment stays, and counts only if it matches', () => {
    const found = (search: string, chosen: string | null) => {
      const view = { ...plainListView, search }
      const listed = narrowAndSort(all, view, { ...reader, chosen }, [])
      return [listed.map(({ number }) => number), countFound(listed, view, { ...reader, chosen })]
    }
    expect(found('headline', 'comment 3')).toEqual([[2, 3], 1])
    expect(found('headline', 'comment 2')).toEqual([[2], 1])
    expect(found('nobody wrote this', 'comment 3')).toEqual([[3], 0])
    expect(found('', 'comment 3')[1]).toBe(4)
  })
  test('a comment that was open during typing is searched like all others', () => {
    const view = { ...plainListView, search: 'headline', openAtSearch: 'comment 3' }
    expect(stayingOf('comment 3', view)).toBeNull()
    expect(stayingOf('comment 1', view)).toBe('comment 1')
    expect(stayingOf('comment 3', { ...view, search: ' ' })).toBe('comment 3')
  })
  test('an empty search narrows nothing', () => {
    expect([null, '', '  '].map((search) => isNarrowed({ ...plainListView, search }))).toEqual([
      false,
      false,
      false,
    ])
    expect(isNarrowed({ ...plainListView, only: 'MINE' })).toBe(true)
  })
  test('searches and sorts 20,000 comments without a noticeable delay', () => {
    const many = Array.from({ length: 20_000 }, (_, i) =>
      comment(i, i % 40, reply(`Person ${i % 30}`, i % 60, `Words about the headline ${i}`)),
    )
    const began = performance.now()
    expect(
      narrowAndSort(
        many,
        { ...plainListView, sort: 'PERSON', only: 'UNREAD', search: 'headline 1999' },
        reader,
        [],
      ).length,
    ).toBeGreaterThan(0)
    expect(performance.now() - began).toBeLessThan(5_000)
  })
})

test('the list has comments of this version, of this and earlier ones, or of all', () => {
  const made = ([1, 2, 3] as const).map((version) => ({ file: 'poster', version, status: 'OPEN' as const }))
  const listed = (which: Parameters<typeof ofVersions>[1]) =>
    ofVersions(made, which, () => ({ number: 2, isCurrent: false })).map(({ version }) => version)
  expect(listed('THIS')).toEqual([2])
  expect(listed('UNTIL')).toEqual([1, 2])
  expect(listed('ALL')).toEqual([1, 2, 3])
})

test('an earlier version that was made current hides no open comment of a later one', () => {
  const made = [
    { file: 'poster', version: 1, status: 'RESOLVED' as const },
    { file: 'poster', version: 2, status: 'OPEN' as const },
    { file: 'poster', version: 3, status: 'RESOLVED' as const },
  ]
  const listed = (which: Parameters<typeof ofVersions>[1]) =>
    ofVersions(made, which, () => ({ number: 1, isCurrent: true })).map(({ version }) => version)
  expect(listed('UNTIL')).toEqual([1, 2])
  expect(listed('THIS')).toEqual([1])
})

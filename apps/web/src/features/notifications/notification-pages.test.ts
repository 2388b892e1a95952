import type { Notification } from '@wingmark/contract/notifications'
import { expect, test } from 'vitest'
import {
  allOf,
  firstRows,
  groupBySubject,
  groupNotifications,
  type Pages,
  putFirst,
  titleOfGroup,
} from './notification-pages.ts'

const one = (id: string, more: Partial<Notification> = {}): Notification => ({
  _id: id,
  action: 'COMMENT_ADDED',
  title: 'New comment on Poster',
  words: '',
  createdBy: { _id: null, name: 'Gus', avatar: null, isGuest: false },
  pictureUrl: null,
  review: 'r',
  subject: { kind: 'REVIEW', _id: 'r' },
  subjectName: 'Poster',
  isInvited: false,
  isMuted: false,
  comment: 'c',
  task: null,
  readAt: null,
  createdAt: '2026-01-02T10:00:00.000Z',
  ...more,
})
const pagesOf = (...lists: Notification[][]): Pages => ({
  pageParams: lists.map(() => null),
  pages: lists.map((results) => ({
    success: true,
    results,
    currentPage: 1,
    totalPages: 1,
    total: 9,
    unread: 3,
    planStarted: null,
    nextCursor: null,
  })),
})

test('a new notification is on top and counted once, even if a later page has it again', () => {
  const arrived = putFirst(pagesOf([one('b')], [one('a')]), one('c'))
  expect(allOf(arrived).map(({ _id }) => _id)).toEqual(['c', 'b', 'a'])
  expect(arrived?.pages[0]).toMatchObject({ unread: 4, total: 10 })
  expect(putFirst(arrived, one('c'))).toEqual(arrived)
  expect(allOf(pagesOf([one('c')], [one('c'), one('b')])).map(({ _id }) => _id)).toEqual(['c', 'b'])
})

test('a known notification that got more stays in its place, and is not counted again', () => {
  const more = one('a', { title: '3 files have a new version in Poster' })
  const changed = putFirst(pagesOf([one('b')], [one('a')]), more)
  expect(allOf(changed)).toEqual([one('b'), more])
  expect(changed?.pages[0]).toMatchObject({ unread: 3, total: 9 })
})

test('celebrates a new plan until a newer notification about the plan', () => {
  const startedOf = (pages: Pages | undefined) => pages?.pages[0]?.planStarted
  const started = putFirst(pagesOf([one('a')]), one('b', { action: 'PLAN_STARTED' }))
  expect(startedOf(started)).toBe('b')
  const later = ['c', 'd', 'e', 'f', 'g'].reduce((pages, id) => putFirst(pages, one(id)), started)
  expect(startedOf(later)).toBe('b')
  expect(startedOf(putFirst(later, one('h', { action: 'PLAN_ENDED' })))).toBeNull()
})

test('groups a list by day, and within a day by review', () => {
  const other = { subject: { kind: 'REVIEW', _id: 's' }, subjectName: 'Logo' } as const
  const list = [
    one('5'),
    one('4', other),
    one('3'),
    one('2', { action: 'REPLY_ADDED' }),
    one('1', { createdAt: '2026-01-01T10:00:00.000Z' }),
  ]
  const days = groupNotifications(list, (iso) => iso.slice(0, 10))
  expect(
    days.map(({ day, groups }) => [day, groups.map(({ items }) => items.map(({ _id }) => _id))]),
  ).toEqual([
    ['2026-01-02', [['5', '3', '2'], ['4']]],
    ['2026-01-01', [['1']]],
  ])
})

test('shows so many rows, not so many notifications, and over a day’s end', () => {
  const on = (day: number, id: string) =>
    one(id, { createdAt: `2026-01-0${day}T10:00:00.000Z`, subject: { kind: 'REVIEW', _id: id } })
  const list = [on(2, 'c'), { ...on(2, 'c'), _id: 'c2' }, on(2, 'b'), on(1, 'a'), on(1, 'z')]
  const days = groupNotifications(list, (iso) => iso.slice(0, 10))
  const rows = (count: number) => {
    const { shown, total } = firstRows(days, count)
    return { total, ids: shown.map(({ groups }) => groups.map(({ items }) => items.length)) }
  }
  expect(rows(1)).toEqual({ total: 4, ids: [[2]] })
  expect(rows(3)).toEqual({ total: 4, ids: [[2, 1], [1]] })
  expect(rows(20)).toEqual({
    total: 4,
    ids: [
      [2, 1],
      [1, 1],
    ],
  })
})

test('the menu groups by review over the days, newest first', () => {
  const other = { subject: { kind: 'REVIEW', _id: 's' }, subjectName: 'Logo' } as const
  const sameIdElsewhere = { subject: { kind: 'WORKSPACE', _id: 'r' }, subjectName: 'Studio' } as const
  const yesterday = { createdAt: '2026-01-01T10:00:00.000Z' }
  const list = [one('5', other), one('4'), one('3', sameIdElsewhere), one('2', yesterday), one('1', other)]
  const groups = groupBySubject(list)
  expect(groups.map(({ subjectName, items }) => [subjectName, items.map(({ _id }) => _id)])).toEqual([
    ['Logo', ['5', '1']],
    ['Poster', ['4', '2']],
    ['Studio', ['3']],
  ])
  expect(new Set(groups.map(({ key }) => key)).size).toBe(3)
  expect(groupBySubject([])).toEqual([])
})

test('a group says what it holds', () => {
  const titled = (...items: Notification[]) => titleOfGroup({ key: '', subjectName: 'Poster', items })
  expect(titled(one('1'), one('2'))).toBe('2 comments in “Poster”')
  expect(titled(one('1'), one('2', { action: 'MENTIONED' }))).toBe('2 updates in “Poster”')
})

import type { Notification } from '@wingmark/contract/notifications'
import { expect, test } from 'vitest'
import { startedNews } from './plan-news.ts'

const news = (action: Notification['action'], readAt: string | null = null): Notification => ({
  _id: `${action} ${readAt}`,
  action,
  title: 'News',
  words: '',
  createdBy: { _id: null, name: 'Wingmark', avatar: null },
  pictureUrl: null,
  review: null,
  subject: { kind: 'PERSON', _id: 'me' },
  subjectName: 'Wingmark',
  isInvited: false,
  isMuted: false,
  comment: null,
  task: null,
  readAt,
  createdAt: '2026-01-01T10:00:00.000Z',
})

test('a plan that began is celebrated once, and not when it is over already', () => {
  const started = news('PLAN_STARTED')
  expect(startedNews([])).toBeNull()
  expect(startedNews([news('COMMENT_ADDED'), started])).toBe(started._id)
  expect(startedNews([news('PLAN_ENDED'), started])).toBeNull()
  expect(startedNews([news('PLAN_STARTED', '2026-01-01T11:00:00.000Z')])).toBeNull()
})

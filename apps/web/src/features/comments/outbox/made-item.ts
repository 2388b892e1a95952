import type { CommentItem } from './comment-changes.ts'

export const marker = { page: 1, x: 0.25, y: 0.5, shape: 'POINT' as const }

export const item: CommentItem = {
  key: 'k1',
  target: { kind: 'comment', file: 'a', type: 'MARKED', marker },
  message: 'Too dark ',
  files: [],
  mentioned: [],
  at: '2026-01-01T10:00:00.000Z',
  author: 'Gina',
  writer: null,
  state: 'sending',
  error: null,
  tries: 1,
}

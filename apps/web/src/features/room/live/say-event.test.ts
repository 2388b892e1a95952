import type { ReviewEvent } from '@wingmark/contract/live'
import { describe, expect, test } from 'vitest'
import { sayEvent } from './say-event.ts'

const nothing = { comment: undefined, file: undefined }
const open = { message: 'The logo is too small', status: 'OPEN' } as const
const poster = { name: 'poster.jpg', state: 'PROCESSING' } as const
const event = (name: string, data: object) => ({ event: name, data }) as ReviewEvent

describe('announces what others did to screen readers', () => {
  test('a comment is resolved, by name, and open again', () => {
    const resolved = event('comment.status', {
      ...open,
      status: 'RESOLVED',
      resolvedBy: { _id: 'o', name: 'Olga' },
    })
    expect(sayEvent(resolved, { ...nothing, comment: open })).toBe('Olga resolved: The logo is too small')
    const again = event('comment.status', open)
    expect(sayEvent(again, { ...nothing, comment: { ...open, status: 'RESOLVED' } })).toBe(
      'Reopened: The logo is too small',
    )
    expect(sayEvent(again, { ...nothing, comment: open })).toBeNull()
  })

  test('a comment is deleted, if it was shown', () => {
    const deleted = event('comment.deleted', { _id: 'c', file: 'f' })
    expect(sayEvent(deleted, { ...nothing, comment: open })).toBe('Comment deleted: The logo is too small')
    expect(sayEvent(deleted, nothing)).toBeNull()
  })

  test('a file is added, ready and removed', () => {
    const added = event('file.added', poster)
    expect(sayEvent(added, nothing)).toBe('poster.jpg was added.')
    expect(sayEvent(added, { ...nothing, file: poster })).toBeNull()
    const ready = event('file.ready', { ...poster, state: 'READY' })
    expect(sayEvent(ready, { ...nothing, file: poster })).toBe('poster.jpg is ready to view.')
    expect(sayEvent(ready, { ...nothing, file: { ...poster, state: 'READY' } })).toBeNull()
    expect(sayEvent(event('file.removed', { _id: 'f' }), { ...nothing, file: poster })).toBe(
      'poster.jpg was removed.',
    )
    expect(sayEvent(event('file.removed', { _id: 'f' }), nothing)).toBeNull()
  })
})

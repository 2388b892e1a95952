import { expect, test } from 'vitest'
import { newsOf } from './attachment-news.ts'

const file = (
  state: 'local' | 'uploading' | 'ready' | 'failed' | 'missing',
  error: string | null = null,
) => ({
  id: 'a',
  name: 'shot.png',
  state,
  error,
})

test('names each file that is attached, has failed or must be chosen again', () => {
  expect(newsOf([file('uploading')], [file('ready')])).toBe('shot.png is attached.')
  expect(newsOf([file('uploading')], [file('failed', 'No line.')])).toBe(
    'shot.png couldn’t be attached. No line.',
  )
  expect(newsOf([], [file('missing')])).toBe('shot.png didn’t finish uploading: choose it again to continue.')
})

test('announces several files together', () => {
  const other = { ...file('ready'), id: 'b', name: 'other.png' }
  expect(newsOf([file('uploading')], [file('ready'), other])).toBe(
    'shot.png is attached. other.png is attached.',
  )
})

test('announces no progress, and clears old news on another try', () => {
  expect(newsOf([file('uploading')], [file('uploading')])).toBeNull()
  expect(newsOf([file('failed', 'No line.')], [file('uploading')])).toBe('')
  expect(newsOf([file('ready')], [])).toBeNull()
})

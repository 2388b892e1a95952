import { parseDraft } from '#web/features/comments/outbox/drafts'
import { isMarker } from '#web/features/comments/outbox/is-marker'
import type { OutboxItem, OutboxTarget } from '#web/features/comments/outbox/outbox-state'

// One entry an item, so that two tabs never write over each other.
const prefixOf = (reviewId: string) => `wingmark.outbox.${reviewId}.`

export function keepItem(reviewId: string, item: OutboxItem): void {
  try {
    localStorage.setItem(prefixOf(reviewId) + item.key, JSON.stringify(item))
  } catch {
    // It is still in memory and on its way.
  }
}

export function forgetItem(reviewId: string, key: string): void {
  localStorage.removeItem(prefixOf(reviewId) + key)
}

/** What an earlier visit of the same account wrote and could not deliver; what guests wrote, whoever comes. */
export function readItems(reviewId: string, writer: string | null): OutboxItem[] {
  const prefix = prefixOf(reviewId)
  return Object.keys(localStorage)
    .filter((name) => name.startsWith(prefix))
    .flatMap((name) => parseItem(localStorage.getItem(name)) ?? [])
    .filter((item) => item.writer === null || item.writer === writer)
    .sort((a, b) => (a.at < b.at ? -1 : 1))
}

function parseItem(text: string | null): OutboxItem | null {
  try {
    const value: unknown = JSON.parse(text ?? '')
    if (typeof value !== 'object' || value === null) return null
    const read = (name: string): string => {
      const field: unknown = Reflect.get(value, name)
      return typeof field === 'string' ? field : ''
    }
    const target = parseTarget(Reflect.get(value, 'target'))
    const message = read('message')
    const { files } = parseDraft(text)
    if (!target || !read('key') || (message === '' && files.length === 0)) return null
    return {
      key: read('key'),
      target,
      message,
      files,
      at: read('at'),
      author: read('author'),
      writer: read('writer') || null,
      state: 'waiting',
      error: null,
      tries: 0,
    }
  } catch {
    return null
  }
}

function parseTarget(value: unknown): OutboxTarget | null {
  if (typeof value !== 'object' || value === null) return null
  const file: unknown = Reflect.get(value, 'file')
  if (typeof file !== 'string') return null
  if (Reflect.get(value, 'kind') === 'reply') {
    const comment: unknown = Reflect.get(value, 'comment')
    return typeof comment === 'string' ? { kind: 'reply', file, comment } : null
  }
  const type: unknown = Reflect.get(value, 'type')
  const marker: unknown = Reflect.get(value, 'marker')
  if (type === 'GENERAL') return { kind: 'comment', file, type, marker: null }
  return type === 'MARKED' && isMarker(marker) ? { kind: 'comment', file, type, marker } : null
}

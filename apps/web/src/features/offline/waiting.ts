import { anyShape, parseJson } from '@wingmark/contract/json'
import { formatCount } from '#web/lib/format'
import { reviewsKey } from './offline-keys.ts'

/** In words, what on this device only this person can send; null where there is nothing. */
export function waitingOf(person: string | null): string | null {
  if (person === null) return null
  const list = parseJson(localStorage.getItem(reviewsKey), anyShape)
  const reviews = (Array.isArray(list) ? list : []).filter((one) => fieldOf(one, 'owner') === person).length
  const words = Object.keys(localStorage).filter(
    (name) =>
      name.startsWith('wingmark.outbox.') &&
      fieldOf(parseJson(localStorage.getItem(name), anyShape), 'writer') === person,
  ).length
  const parts = [
    ...(reviews > 0 ? [formatCount(reviews, 'review')] : []),
    ...(words > 0 ? [formatCount(words, 'comment')] : []),
  ]
  if (parts.length === 0) return null
  return `${parts.join(' and ')} ${reviews + words === 1 ? 'waits' : 'wait'} to be sent`
}

const fieldOf = (value: unknown, name: string): unknown =>
  value instanceof Object ? Reflect.get(value, name) : undefined

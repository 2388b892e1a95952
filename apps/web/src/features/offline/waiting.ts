import { anyShape, parseJson } from '@wingmark/contract/json'
import { fieldOf } from '#web/lib/changes/read-kept'
import { formatCount } from '#web/lib/format'
import { reviewsKey } from './offline-keys.ts'

/** A sentence about what only this person can send from this device; null if nothing. */
export function waitingOf(person: string | null): string | null {
  if (person === null) return null
  const list = parseJson(localStorage.getItem(reviewsKey), anyShape)
  const reviews = (Array.isArray(list) ? list : []).filter((one) => fieldOf(one, 'owner') === person).length
  const items = Object.keys(localStorage).filter((name) => {
    if (!name.startsWith(outbox)) return false
    const item = parseJson(localStorage.getItem(name), anyShape)
    // Ended items are never sent.
    return fieldOf(item, 'writer') === person && !(fieldOf(item, 'end') instanceof Object)
  })
  const counts = new Map([['review', reviews]])
  for (const item of items) counts.set(kindOf(item), (counts.get(kindOf(item)) ?? 0) + 1)
  const parts = [...counts].filter(([, count]) => count > 0).map(([kind, count]) => formatCount(count, kind))
  if (parts.length === 0) return null
  return `${formatList(parts)} ${reviews + items.length === 1 ? 'is' : 'are'} still waiting to be sent from this device`
}

const outbox = 'wingmark.outbox.'

function kindOf(item: string): string {
  if (item.startsWith(`${outbox}messages.`)) return 'message'
  return item.startsWith(`${outbox}tasks.`) ? 'moved task' : 'comment'
}

const formatList = (parts: readonly string[]) => new Intl.ListFormat('en').format(parts)

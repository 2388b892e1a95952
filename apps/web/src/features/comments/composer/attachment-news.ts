import { isolated } from '@wingmark/contract/names'
import type { Attached } from './compose-state.ts'

type Reported = Pick<Attached, 'id' | 'name' | 'state' | 'error'>

/** The announcement of changed file states; null without changes, empty if they need no words. */
export function newsOf(before: readonly Reported[], now: readonly Reported[]): string | null {
  const stateBefore = new Map(before.map((one) => [one.id, one.state]))
  const changed = now.filter((one) => stateBefore.get(one.id) !== one.state)
  if (changed.length === 0) return null
  return changed.flatMap((one) => sentenceOf(one) ?? []).join(' ')
}

function sentenceOf({ name, state, error }: Reported): string | null {
  if (state === 'ready') return `${isolated(name)} is attached.`
  if (state === 'failed') return `${isolated(name)} couldn’t be attached. ${error ?? ''}`.trim()
  return state === 'missing'
    ? `${isolated(name)} didn’t finish uploading: choose it again to continue.`
    : null
}

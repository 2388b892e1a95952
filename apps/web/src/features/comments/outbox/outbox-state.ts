import type { DraftFile, Mentioned } from '#web/features/comments/outbox/drafts'

/** What an item belongs to is gone: the `part`, or the `place`, which may open again. `why` is a sentence. */
export type End = { of: 'part' | 'place'; why: string }

/** Something that the server has not confirmed. `key` makes retries idempotent; `Target` says where it goes. */
export type OutboxItem<Target> = {
  key: string
  target: Target
  message: string
  files: DraftFile[]
  mentioned: Mentioned[]
  /** First sent at, ISO. */
  at: string
  author: string
  /** The account that wrote it, the only one that may send it; null for this device's guest. */
  writer: string | null
  /** In a review: the share token of a writer who is not a member. */
  proof?: string | null
  state: 'sending' | 'waiting' | 'failed'
  /** Why it failed, as a sentence. */
  error: string | null
  /** Set if it is no longer tried, and kept only for its text. */
  end?: End | null
  tries: number
}

export type OutboxAction<Target> =
  | { do: 'add'; item: OutboxItem<Target> }
  | { do: 'try'; key: string }
  | { do: 'wait'; key: string; error: string }
  | { do: 'fail'; key: string; error: string }
  | { do: 'end'; key: string; end: End }
  | { do: 'remove'; key: string }

export type OutboxState<Target> = readonly OutboxItem<Target>[]

export function outboxReducer<Target>(
  state: OutboxState<Target>,
  action: OutboxAction<Target>,
): OutboxState<Target> {
  switch (action.do) {
    case 'add':
      return state.some((item) => item.key === action.item.key) ? state : [...state, action.item]
    case 'try':
      return change(state, action.key, (item) => ({
        ...item,
        state: 'sending',
        error: null,
        end: null,
        tries: item.tries + 1,
      }))
    case 'wait':
      return change(state, action.key, (item) => ({ ...item, state: 'waiting', error: action.error }))
    case 'fail':
      return change(state, action.key, (item) => ({ ...item, state: 'failed', error: action.error }))
    case 'end':
      return change(state, action.key, (item) => ({ ...item, ...asEnded(action.end) }))
    case 'remove':
      return state.filter((item) => item.key !== action.key)
  }
}

export const asEnded = (end: End) => ({ state: 'failed' as const, error: end.why, end })

/** Without items kept only for their text. */
export const notEnded = ({ end }: { end?: End | null }): boolean => !end

function change<Target>(
  state: OutboxState<Target>,
  key: string,
  by: (item: OutboxItem<Target>) => OutboxItem<Target>,
): OutboxState<Target> {
  return state.map((item) => (item.key === key ? by(item) : item))
}

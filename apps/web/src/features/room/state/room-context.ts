import { createContext, type ReactNode, useContext } from 'react'
import type { ComposerPlace } from '#web/features/comments/composer/composer-place'
import type { CommentTarget } from '#web/features/comments/outbox/comment-changes'
import type { Outbox } from '#web/features/comments/outbox/outbox'
import type { Commands } from '#web/features/room/state/commands'
import type { Others, OthersAction } from '#web/features/room/state/others'
import type { RoomAction, RoomState } from '#web/features/room/state/room-state'
import type { ViewStore } from '#web/features/room/state/view-store'
import type { Removals } from '#web/lib/removals'
import { type Store, useStore } from '#web/lib/store'

/** Lives as long as the room; stable identities. */
export type Room = {
  reviewId: string
  /** When this device last left the review. */
  since: string
  store: Store<RoomState, RoomAction>
  view: ViewStore
  outbox: Outbox<CommentTarget>
  composer: ComposerPlace
  commands: Commands
  removals: Removals
  /** Where the others are, their pointers, and who is typing. */
  others: Store<Others, OthersAction>
  /** A device-only review: nobody else is here, and nothing is sent. */
  isOnDevice: boolean
  /** In the bar, instead of Share. */
  tools: ReactNode
  /** Announces a sentence to screen readers. */
  announce: (sentence: string) => void
}

export const RoomContext = createContext<Room | null>(null)

export function useRoom(): Room {
  const room = useContext(RoomContext)
  if (!room) throw new Error('Only inside a review room')
  return room
}

export function useRoomState<T>(select: (state: RoomState) => T): T {
  return useStore(useRoom().store, select)
}

import type { Comment, ReactionKind, Reply } from '@wingmark/contract/comments'
import { rememberedGuestName } from '#web/features/comments/outbox/guest-identity'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { useEnqueue } from '#web/features/room/state/use-enqueue'
import { getSession } from '#web/lib/session'

type About = { of: Comment | Reply; fileId: string }

/** Adds or removes a reaction; visitors are asked for a name first, below the message. */
export function useReact({ of, fileId }: About) {
  const { store } = useRoom()
  const { enqueue } = useEnqueue()
  const place = 'comment' in of ? { comment: of.comment, reply: of._id } : { comment: of._id, reply: null }

  const react = (reaction: ReactionKind, isOn: boolean) =>
    enqueue({ kind: 'react', file: fileId, ...place, reaction, isOn })
  return {
    react,
    toggle(reaction: ReactionKind) {
      const isNamed = getSession().token !== null || rememberedGuestName() !== ''
      if (!isNamed) return store.dispatch({ do: 'askName', reaction: { id: of._id, kind: reaction } })
      react(reaction, !of.reactions.some((one) => one.kind === reaction && one.isMine))
    },
  }
}

/** The reaction to this message that waits for a name. */
export function useNamelessReaction(id: string): ReactionKind | null {
  return useRoomState(({ nameless }) => (nameless?.id === id ? nameless.kind : null))
}

import {
  type Comment,
  type Reaction,
  type ReactionKind,
  type Reply,
  reactionKinds,
  reactToComment,
  reactToReply,
} from '@wingmark/contract/comments'
import {
  change,
  changeWords,
  commentOrReply,
  nounOf,
  threadOf,
} from '#web/features/comments/outbox/changes/comment-change'
import { call } from '#web/lib/api'
import { flag, oneOf, shape } from '#web/lib/changes/read-kept'
import { shareTokenOf } from '#web/lib/share-token'

/** Adds or removes the user's own reaction. */
export const reactToWords = change(
  'react',
  shape({ ...commentOrReply, reaction: oneOf(reactionKinds), isOn: flag }),
  {
    queue: threadOf,
    apply: (comment, input) =>
      changeWords(comment, input, (one) => ({ ...one, reactions: withReaction(one.reactions, input) })),
    async send({ reviewId, apply }, { file, comment, reply, reaction, isOn }) {
      const given = {
        params: { id: reply ?? comment },
        body: { kind: reaction, isOn },
        share: shareTokenOf(reviewId),
      }
      if (reply === null) {
        const { result } = await call(reactToComment, given)
        return apply({ event: 'comment.reactions', data: { ...result, file } })
      }
      const { result } = await call(reactToReply, given)
      apply({ event: 'reply.reactions', data: { ...result, comment } })
    },
    invert: (before, input) => ({ ...input, isOn: isMine(before, input) }),
    replaces: ({ reaction }, earlier) => 'reaction' in earlier && earlier.reaction === reaction,
    messages: {
      thing: (input) => `${nounOf(input)} you reacted to`,
      waiting: ({ isOn }) => (isOn ? 'Reacted on this device.' : 'Reaction removed on this device.'),
    },
    isQuiet: true,
  },
)

type One = { reply: string | null; reaction: ReactionKind }

function isMine(comment: Comment, { reply, reaction }: One): boolean {
  const one: Comment | Reply | undefined =
    reply === null ? comment : comment.replies.find(({ _id }) => _id === reply)
  return one?.reactions.some(({ kind, isMine }) => kind === reaction && isMine) ?? false
}

/** With or without the user's own reaction; the named people stay until the server says otherwise. */
function withReaction(
  reactions: readonly Reaction[],
  { reaction: kind, isOn }: { reaction: ReactionKind; isOn: boolean },
): Reaction[] {
  const none: Reaction = { kind, count: 0, people: [], isMine: false }
  const known = reactions.find((one) => one.kind === kind) ?? none
  if (known.isMine === isOn) return [...reactions]
  const changed = { ...known, isMine: isOn, count: known.count + (isOn ? 1 : -1) }
  return [...reactions.filter((one) => one.kind !== kind), changed]
    .filter((one) => one.count > 0)
    .sort((a, b) => reactionKinds.indexOf(a.kind) - reactionKinds.indexOf(b.kind))
}

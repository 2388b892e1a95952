import type { Comment, ReactionKind } from '@wingmark/contract/comments'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CommentItem } from './comment-target.ts'
import { item } from './made-item.ts'
import { withChanges } from './with-changes.ts'

const kinds = ['THUMBS_UP', 'HEART', 'QUESTION'] as const
const reacting = (reaction: ReactionKind, isOn: boolean, reply: string | null = null): CommentItem => ({
  ...item,
  target: { kind: 'react', file: 'a', comment: 'c', reply, reaction, isOn },
})
const reply = { _id: 'r', reactions: [] as Comment['reactions'] }
const comment = { _id: 'c', reactions: [] as Comment['reactions'], replies: [reply] } as unknown as Comment

test('a pending change shows on its message as if it had arrived', () => {
  const [shown] = withChanges([comment], [reacting('HEART', true), reacting('QUESTION', true, 'r')])
  expect(shown?.reactions).toEqual([{ kind: 'HEART', count: 1, people: [], isMine: true }])
  expect(shown?.replies[0]?.reactions).toEqual([{ kind: 'QUESTION', count: 1, people: [], isMine: true }])
  expect(withChanges([comment], [{ ...reacting('HEART', true), state: 'failed' }])[0]?.reactions).toEqual([])
})

test('toggling any number of times counts once or not at all, in the order of the kinds', () => {
  const step = fc.record({ kind: fc.constantFrom(...kinds), isOn: fc.boolean() })
  const before = fc.record({ others: fc.nat({ max: 5 }), isMine: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step), fc.tuple(before, before, before), (steps, known) => {
      const reactions = kinds.flatMap((kind, n) => {
        const { others, isMine } = known[n] ?? { others: 0, isMine: false }
        const count = others + Number(isMine)
        return count === 0 ? [] : [{ kind, count, people: [], isMine }]
      })
      const [shown] = withChanges(
        [{ ...comment, reactions }],
        steps.map(({ kind, isOn }) => reacting(kind, isOn)),
      )
      const expected = kinds.flatMap((kind, n) => {
        const { others, isMine: was } = known[n] ?? { others: 0, isMine: false }
        const isMine = steps.findLast((one) => one.kind === kind)?.isOn ?? was
        return others + Number(isMine) === 0 ? [] : [[kind, others + Number(isMine), isMine]]
      })
      expect(shown?.reactions.map((one) => [one.kind, one.count, one.isMine])).toEqual(expected)
    }),
  )
})

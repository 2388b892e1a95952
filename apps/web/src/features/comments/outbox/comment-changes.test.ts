import type { Comment, ReactionKind } from '@wingmark/contract/comments'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import {
  allComments,
  applyCommentEvent,
  type CommentEvent,
  onePage,
} from '#web/features/comments/comment-pages'
import { type ChangeTarget, type CommentItem, changeOf, isReplaced, withChanges } from './comment-changes.ts'
import { item, marker } from './made-item.ts'

// The module reads the session when imported.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }))

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

const answer = { ...reply, message: 'Yes', isCut: false, files: [], reactionSeq: 0, updatedAt: '' }
const written = {
  ...comment,
  file: 'a',
  review: 'r',
  status: 'OPEN',
  marker,
  reactionSeq: 0,
  updatedAt: '',
  files: [],
  message: 'Too dark',
  isCut: false,
  repliesCursor: null,
  replyCount: 1,
  replies: [answer],
} as unknown as Comment

const place = { file: 'a', comment: 'c' }
const anyChange: fc.Arbitrary<ChangeTarget> = fc.oneof(
  fc.constantFrom('OPEN', 'RESOLVED').map((status) => ({ kind: 'status' as const, ...place, status })),
  fc
    .integer({ min: 1, max: 9 })
    .map((page) => ({ kind: 'move' as const, ...place, marker: { ...marker, page } })),
  fc
    .tuple(fc.constantFrom(...kinds), fc.boolean(), fc.constantFrom('r', null))
    .map(([reaction, isOn, reply]) => ({ kind: 'react' as const, ...place, reply, reaction, isOn })),
)
const carriedTo = (x: number) => ({ ...marker, x })
const placing: fc.Arbitrary<ChangeTarget> = fc
  .tuple(fc.constantFrom('PLACE' as const, 'GONE' as const), fc.double({ min: 0, max: 0.5, noNaN: true }))
  .map(([to, x]) => ({
    kind: 'carry',
    ...place,
    version: 2,
    to,
    marker: to === 'GONE' ? null : carriedTo(x),
    outcome: to === 'GONE' ? 'NOT_FOUND' : 'MOVED',
    confidence: 'SURE',
    seen: null,
  }))
const checking: fc.Arbitrary<ChangeTarget> = fc
  .constantFrom('ACCEPTED' as const, 'REOPENED' as const)
  .map((result) => ({ kind: 'fix', ...place, version: 2, result, seen: null }))
const itemOf = (target: ChangeTarget): CommentItem => ({ ...item, target, message: '' })
const after = (state: Comment, target: ChangeTarget) => withChanges([state], [itemOf(target)])[0] ?? state

test('a change and its inverse leave the comment as it was', () => {
  fc.assert(
    fc.property(fc.array(anyChange), anyChange, (earlier, target) => {
      const before = earlier.reduce(after, written)
      const inverse = changeOf(target).invert?.(before, target)
      expect(inverse && after(after(before, target), inverse as ChangeTarget)).toEqual(before)
    }),
  )
})

test('placing a carried pin, and checking it, are undone by their inverse, to the doubt that it had', () => {
  const unsure = { version: 2, outcome: 'CHANGED', confidence: 'UNSURE', marker, by: 'MACHINE' } as const
  const carried = { ...written, carried: { ...unsure, was: { version: 1, marker } } } as Comment
  fc.assert(
    fc.property(fc.array(placing), fc.oneof(placing, checking), (earlier, target) => {
      const before = earlier.reduce(after, carried)
      const inverse = changeOf(target).invert?.(before, target)
      expect(inverse && after(after(before, target), inverse as ChangeTarget)).toEqual(before)
    }),
  )
})

test('a later change replaces what waits of its kind, a reaction only the same one, and a deletion all', () => {
  const resolved = itemOf({ kind: 'status', ...place, status: 'RESOLVED' })
  const heart = reacting('HEART', true)
  expect(isReplaced(resolved, { kind: 'status', ...place, status: 'OPEN' })).toBe(true)
  expect(isReplaced(resolved, { kind: 'status', ...place, comment: 'd', status: 'OPEN' })).toBe(false)
  expect(isReplaced(resolved, { kind: 'move', ...place, marker })).toBe(false)
  const heartOff = { kind: 'react', ...place, reply: null, reaction: 'HEART', isOn: false } as const
  expect(isReplaced(heart, heartOff)).toBe(true)
  expect(isReplaced(heart, { ...heartOff, reaction: 'QUESTION' })).toBe(false)
  expect(isReplaced(heart, { ...heartOff, reply: 'r' })).toBe(false)
  const removal = { kind: 'remove', ...place, reply: null } as const
  expect([isReplaced(heart, removal), isReplaced(resolved, removal)]).toEqual([true, true])
})

/** A server that numbers its changes, as the real one does by time and by sequence. */
function serve(state: Comment, target: ChangeTarget, n: number): { state: Comment; event: CommentEvent } {
  const changed = after(state, target)
  if (target.kind === 'react') {
    const next =
      target.reply === null
        ? { ...changed, reactionSeq: n }
        : { ...changed, replies: changed.replies.map((one) => ({ ...one, reactionSeq: n })) }
    const [one] = target.reply === null ? [next] : next.replies
    const data = { _id: target.reply ?? 'c', reactions: one?.reactions ?? [], reactionSeq: n }
    return target.reply === null
      ? { state: next, event: { event: 'comment.reactions', data: { ...data, file: 'a' } } }
      : { state: next, event: { event: 'reply.reactions', data: { ...data, comment: 'c' } } }
  }
  const next = { ...changed, updatedAt: String(n).padStart(4, '0') }
  return { state: next, event: { event: 'comment.updated', data: next } }
}

test('own changes, those of others, answers and events in any order end as a reload shows it', () => {
  const step = fc.record({ target: anyChange, isOwn: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), fc.infiniteStream(fc.nat()), (steps, numbers) => {
      const random = (below: number) => Number(numbers.next().value) % below
      let server = written
      let shown = onePage({ results: [written], nextCursor: null, total: 1 })
      let log = steps.flatMap(({ target, isOwn }, i) =>
        isOwn ? [{ ...itemOf(target), key: String(i) }] : [],
      )
      const toServe = steps.map(({ target, isOwn }, i) => ({ target, key: isOwn ? String(i) : null }))
      const coming: { event: CommentEvent; key: string | null }[] = []
      let n = 0
      while (toServe.length + coming.length > 0) {
        const isServing = toServe.length > 0 && (coming.length === 0 || random(2) === 0)
        if (isServing) {
          const { target, key } = toServe.shift() ?? { target: null, key: null }
          if (!target) continue
          n += 1
          const served = serve(server, target, n)
          server = served.state
          // The live event; of an own change the answer too.
          coming.push(
            { event: served.event, key: null },
            ...(key === null ? [] : [{ event: served.event, key }]),
          )
          continue
        }
        const [next] = coming.splice(random(coming.length), 1)
        if (!next) continue
        shown = applyCommentEvent(shown, 'a', next.event)
        log = log.filter(({ key }) => key !== next.key)
      }
      expect(log).toEqual([])
      expect(withChanges(allComments(shown), log)).toEqual([server])
    }),
  )
})

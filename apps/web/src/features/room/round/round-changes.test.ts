import type { DecisionKind, Round } from '@wingmark/contract/rounds'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { changeOf, isReplaced, type RoundTarget, roundKinds, withChanges } from './round-changes.ts'

// The module reads the session when imported.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }))

const kindsOfDecision = ['APPROVED', 'APPROVED_WITH_CHANGES', 'CHANGES_REQUESTED'] as const
const files = ['a', 'b']

const before = {
  _id: 'r',
  state: 'OPEN',
  reason: '',
  endsAt: '2031-03-01T17:00:00.000Z',
  timeZone: 'UTC',
  message: 'Please look',
  isOverdue: false,
  files: files.map((file) => ({ file, version: 2 })),
  people: [
    { _id: 'p', status: 'APPROVED' },
    { _id: 'q', status: 'OPEN' },
  ],
  mine: {
    person: 'p',
    status: 'APPROVED',
    answers: [{ question: 'q', answer: 'YES' }],
    decisions: files.map((file) => ({ file, version: 2, decision: 'APPROVED', note: 'Fine', decidedAt: '' })),
  },
} as unknown as Round

const shown = ({ state, reason, endsAt, timeZone, message, mine, people }: Round) => ({
  ...{ state, reason, endsAt, timeZone, message, status: mine.status, answers: mine.answers },
  people: people.map(({ _id, status }) => [_id, status]),
  decisions: mine.decisions
    .map(({ file, version, decision, note }) => [file, version, decision, note].join())
    .sort(),
})

const decided = (decision: DecisionKind, note = '', version = 2): RoundTarget => ({
  ...{ kind: 'decide', round: 'r', after: [], answers: [] },
  files: files.map((file) => ({ file, version, decision, note })),
})

const anyChange: fc.Arbitrary<RoundTarget> = fc.oneof(
  fc.tuple(fc.constantFrom(...kindsOfDecision), fc.string()).map(([kind, note]) => decided(kind, note)),
  fc
    .tuple(fc.constantFrom('OPEN' as const, 'CLOSED' as const), fc.string())
    .map(([state, reason]) => ({ kind: 'state' as const, round: 'r', state, reason })),
  fc
    .tuple(fc.constantFrom('2031-03-01T17:00:00.000Z', '2032-03-01T17:00:00.000Z'), fc.string())
    .map(([endsAt, message]) => ({ kind: 'edit' as const, round: 'r', endsAt, timeZone: 'UTC', message })),
)

test('a change and then its inverse leave what was there before', () => {
  fc.assert(
    fc.property(fc.array(anyChange), anyChange, (earlier, target) => {
      const then = withChanges(before, earlier)
      const inverse = changeOf(target).invert?.(then, target)
      if (!inverse) return
      expect(shown(withChanges(then, [target, inverse]))).toEqual(shown(then))
    }),
  )
})

test('a decision on files that nobody had decided about has no inverse', () => {
  const first = { ...before, mine: { ...before.mine, decisions: [] } }
  expect(changeOf(decided('APPROVED')).invert?.(first, decided('APPROVED'))).toBeNull()
})

test('a decision about an older version never counts for the newer one', () => {
  const later = withChanges(before, [decided('APPROVED', '', 1)])
  expect(later.mine.status).toBe('OPEN')
  expect(later.people[0]?.status).toBe('OPEN')
})

test('a decision replaces earlier ones about the same files only', () => {
  const one = { ...decided('APPROVED'), files: [{ file: 'a', version: 2, decision: 'APPROVED', note: '' }] }
  expect(isReplaced(one as RoundTarget, decided('CHANGES_REQUESTED'))).toBe(true)
  expect(isReplaced(decided('APPROVED'), one as RoundTarget)).toBe(false)
  expect(isReplaced(one as RoundTarget, { kind: 'state', round: 'r', state: 'CLOSED', reason: '' })).toBe(
    false,
  )
})

test('what was decided stays to be read without a note', () => {
  expect(changeOf(decided('APPROVED')).text?.(decided('APPROVED'))).toBe('Approved')
  expect(changeOf(decided('APPROVED')).text?.(decided('APPROVED', ' Fine '))).toBe('Fine')
})

test('what the device kept is read back, and anything else is left alone', () => {
  const kept: RoundTarget[] = [
    decided('APPROVED_WITH_CHANGES', 'Less blue'),
    { kind: 'state', round: 'r', state: 'CLOSED', reason: 'Agreed' },
    { kind: 'edit', round: 'r', endsAt: '2031-03-01T17:00:00.000Z', timeZone: 'UTC', message: '' },
  ]
  for (const target of kept) expect(roundKinds.read({ ...target }, false)).toEqual(target)
  for (const value of [
    null,
    'x',
    {},
    { kind: 'state', round: 'r', state: 'DRAFT', reason: '' },
    { kind: 'gone' },
  ])
    expect(roundKinds.read(value, false)).toBeNull()
})

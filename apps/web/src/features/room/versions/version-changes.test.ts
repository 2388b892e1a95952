import type { Version } from '@wingmark/contract/versions'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { changeOf, type VersionTarget, versionKinds, withChanges } from './version-changes.ts'

// The module reads the session when imported.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }))

const versions = [3, 2, 1].map(
  (number) => ({ number, isCurrent: number === 3, note: `note ${number}` }) as unknown as Version,
)
const shown = (all: readonly Version[]) => all.map(({ number, isCurrent, note }) => [number, isCurrent, note])

const number = fc.integer({ min: 1, max: 3 })
const anyChange: fc.Arbitrary<VersionTarget> = fc.oneof(
  fc
    .tuple(number, fc.string())
    .map(([one, note]) => ({ kind: 'note' as const, file: 'f', number: one, note })),
  number.map((one) => ({ kind: 'current' as const, file: 'f', number: one })),
)

test('a change and then its inverse leave what was there before', () => {
  fc.assert(
    fc.property(fc.array(anyChange), anyChange, (earlier, target) => {
      const before = withChanges(versions, earlier)
      const inverse = changeOf(target).invert?.(before, target)
      if (!inverse) throw new Error('each has an inverse')
      expect(shown(withChanges(before, [target, inverse]))).toEqual(shown(before))
    }),
  )
})

test('without the current one, the newest left is current', () => {
  const remove: VersionTarget = { kind: 'remove', file: 'f', number: 3, isRemoved: true }
  expect(shown(withChanges(versions, [remove]))).toEqual([
    [2, true, 'note 2'],
    [1, false, 'note 1'],
  ])
  expect(shown(withChanges(versions, [{ ...remove, number: 2 }]))).toEqual([
    [3, true, 'note 3'],
    [1, false, 'note 1'],
  ])
  expect(changeOf(remove).invert?.(versions, remove)).toEqual({ ...remove, isRemoved: false })
})

const pairs: [[[number, number], [number, number]], [[number, number], [number, number]]] = [
  [
    [0.1, 0.1],
    [0.1, 0.2],
  ],
  [
    [0.8, 0.9],
    [0.8, 1],
  ],
]

test('an alignment is undone by the one before', () => {
  const target: VersionTarget = { kind: 'align', file: 'f', number: 2, page: 1, pairs, was: null, seen: null }
  expect(changeOf(target).invert?.(versions, target)).toEqual({ ...target, pairs: null, was: pairs })
})

test('what the device kept is read back, and anything else is left alone', () => {
  const kept: VersionTarget[] = [
    { kind: 'note', file: 'f', number: 1, note: '' },
    { kind: 'current', file: 'f', number: 2 },
    { kind: 'remove', file: 'f', number: 2, isRemoved: true },
    { kind: 'align', file: 'f', number: 2, page: 1, pairs, was: null, seen: null },
    { kind: 'align', file: 'f', number: 2, page: 1, pairs: null, was: pairs, seen: '2026-01-01' },
  ]
  for (const target of kept) expect(versionKinds.read({ ...target }, false)).toEqual(target)
  for (const value of [
    null,
    'x',
    {},
    { kind: 'note', file: 'f', number: 1 },
    { kind: 'gone', file: 'f' },
    { kind: 'align', file: 'f', number: 2, page: 1, pairs: [[0, 2]], was: null, seen: null },
  ])
    expect(versionKinds.read(value, false)).toBeNull()
})

import type { Carried, Comment, CommentStatus } from '@wingmark/contract/comments'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ofVersions } from './list-view.ts'
import { allStandingOn, isLostOn, standingOn } from './standing.ts'

const marker = { page: 1, x: 0.25, y: 0.5, shape: 'POINT' as const }
const there = { ...marker, x: 0.75 }
const shown = 3

const carry = fc.record({
  version: fc.constantFrom(2, shown),
  outcome: fc.constantFrom('UNCHANGED', 'MOVED', 'CHANGED', 'NOT_FOUND'),
  confidence: fc.constantFrom('SURE', 'UNSURE'),
})

const carriedOf = (one: Pick<Carried, 'version' | 'outcome' | 'confidence'>): Carried => ({
  ...one,
  ...(one.outcome !== 'NOT_FOUND' && { marker: there }),
  by: 'MACHINE',
  was: { version: 1, marker },
})

const anyComment = fc
  .record({
    version: fc.integer({ min: 1, max: 4 }),
    isMarked: fc.boolean(),
    carried: fc.option(carry),
  })
  .map(({ version, isMarked, carried }) => {
    const made: Partial<Comment> = {
      file: 'a',
      version,
      marker: isMarked ? marker : null,
      status: 'OPEN' satisfies CommentStatus,
      can: { edit: true, resolve: true } as Comment['can'],
      // Only what was made earlier is carried.
      ...(carried && isMarked && version < shown && { carried: carriedOf(carried) }),
    }
    return made as Comment
  })

test('each open comment stands on the version, lies in its tray, or is on its own: none is in two or in none', () => {
  fc.assert(
    fc.property(fc.array(anyComment), (comments) => {
      const standing = allStandingOn(comments, shown).length
      const lost = comments.filter((comment) => isLostOn(comment, shown)).length
      const elsewhere = comments.filter((comment) => !standingOn(comment, shown) && !isLostOn(comment, shown))
      expect(standing + lost + elsewhere.length).toBe(comments.length)
      // Where it is not on this one, it was made on another: the list names that version.
      for (const { version, carried } of elsewhere) {
        expect(version).not.toBe(shown)
        expect(carried?.version).not.toBe(shown)
      }
      expect(ofVersions(comments, 'ALL', () => ({ number: shown, isCurrent: true }))).toHaveLength(
        comments.length,
      )
      const ofThis = ofVersions(comments, 'THIS', () => ({ number: shown, isCurrent: true }))
      expect(ofThis).toHaveLength(standing + lost)
    }),
  )
})

test('a carried pin is where it was carried, and moves only for someone who may decide', () => {
  const carried = carriedOf({ version: shown, outcome: 'MOVED', confidence: 'SURE' })
  const comment = { version: 1, marker, carried, can: { edit: true, resolve: true } } as Comment
  expect(standingOn(comment, shown, true)).toMatchObject({ marker: there, can: { edit: true } })
  expect(standingOn(comment, shown)).toMatchObject({ marker: there, can: { edit: false } })
  expect(standingOn(comment, 1)).toBe(comment)
})

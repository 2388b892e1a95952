import { expect, test } from 'vitest'
import { describeOwnPlan } from '#web/features/plans/own-plan-words'

const paid = {
  plan: 'COMMANDER',
  source: 'STRIPE',
  status: 'ACTIVE',
  periodEnd: '2026-02-01T12:00:00.000Z',
  isEnding: false,
} as const

test('a paying user reads until when the plan runs', () => {
  expect(describeOwnPlan(paid)).toMatch(/^Commander is paid until .* and renews automatically\.$/)
  expect(describeOwnPlan({ ...paid, isEnding: true })).toMatch(/^Commander ends on /)
  expect(describeOwnPlan({ ...paid, status: 'PAST_DUE' })).toContain('You keep your plan for seven days')
})

test('calls nobody else a Commander', () => {
  const free = { ...paid, plan: 'FREE', periodEnd: null } as const
  // Cancelled at the checkout.
  expect(describeOwnPlan({ ...free, status: 'NONE' })).toBeNull()
  expect(describeOwnPlan({ ...free, status: 'ENDED' })).toBe('Your Commander plan has ended.')
  expect(describeOwnPlan({ ...free, status: 'PAST_DUE' })).toContain('Commander has ended')
})

test('a free plan says so, given or chosen', () => {
  const given = { ...paid, source: 'OPERATOR', periodEnd: null } as const
  expect(describeOwnPlan(given)).toBe('Granted by the person who runs this server.')
  expect(describeOwnPlan({ ...given, source: 'OPEN' })).toBe('You’re a Commander.')
  expect(describeOwnPlan({ ...given, plan: 'PILOT', isEnding: true, periodEnd: paid.periodEnd })).toMatch(
    /^Pilot ends on /,
  )
})

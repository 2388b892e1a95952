import { expect, test } from 'vitest'
import { describeOwnPlan } from '#web/features/plans/own-plan-words'

const paid = {
  plan: 'COMMANDER',
  source: 'STRIPE',
  status: 'ACTIVE',
  periodEnd: '2026-02-01T12:00:00.000Z',
  isEnding: false,
} as const

test('who pays reads until when', () => {
  expect(describeOwnPlan(paid)).toMatch(/^Commander is paid until .* and renews automatically\.$/)
  expect(describeOwnPlan({ ...paid, isEnding: true })).toMatch(/^Commander ends on /)
  expect(describeOwnPlan({ ...paid, status: 'PAST_DUE' })).toContain('Your plan stays for seven days')
})

test('nobody is called a Commander who is none', () => {
  const free = { ...paid, plan: 'FREE', periodEnd: null } as const
  // Turned back at the payment house.
  expect(describeOwnPlan({ ...free, status: 'NONE' })).toBeNull()
  expect(describeOwnPlan({ ...free, status: 'ENDED' })).toBe('Your Commander plan has ended.')
  expect(describeOwnPlan({ ...free, status: 'PAST_DUE' })).toContain('Commander is over')
})

test('what was given or taken for nothing says so', () => {
  const given = { ...paid, source: 'OPERATOR', periodEnd: null } as const
  expect(describeOwnPlan(given)).toBe('Granted by the person who runs this server.')
  expect(describeOwnPlan({ ...given, source: 'OPEN' })).toBe('You are a Commander.')
  expect(describeOwnPlan({ ...given, plan: 'PILOT', isEnding: true, periodEnd: paid.periodEnd })).toMatch(
    /^Pilot ends on /,
  )
})

import { everyone, type Rows, users } from './expectation.ts'

export const rows: Rows = {
  'GET /file/api/v1/usage/user': { expect: users(200) },
  'GET /subscription/api/v1/plans': { expect: everyone(200) },
  'GET /subscription/api/v1/user': { expect: users(200) },
  // The plan of another existing user.
  'PATCH /subscription/api/v1/upgrade/:id/plan/:planId': {
    expect: users(403),
    with: ({ spare }) => ({ params: { id: spare.user._id, planId: 'COMMANDER' } }),
  },
  'PATCH /subscription/api/v1/cancel': { expect: users(409) },
  'POST /subscription/api/v1/storage': { expect: users(201) },
  'POST /subscription/api/v1/portal': { expect: users(409) },
}

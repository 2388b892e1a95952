import { type Rows, users } from './expectation.ts'

export const rows: Rows = {
  'GET /search/api/v1': { expect: users(200) },
}

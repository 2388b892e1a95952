import { type Rows, users } from './expectation.ts'

export const searchRows: Rows = {
  'GET /search/api/v1': { expect: users(200) },
}

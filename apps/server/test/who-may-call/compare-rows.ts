import { compareVersions } from '@wingmark/contract/compare'
import { getFile } from '@wingmark/contract/files'
import { expect } from 'vitest'
import { eventually } from '../eventually.ts'
import { type Rows, readers } from './expectation.ts'

export const rows: Rows = {
  'GET /file/api/v1/compare/:id': {
    expect: readers,
    with: async ({ app, owner, fileId: id }) => {
      const { version } = (await app.call(getFile, { params: { id } }, owner)).body.result
      const input = { params: { id }, query: { from: version, to: version } }
      await eventually(async () => expect((await app.call(compareVersions, input, owner)).status).toBe(200))
      return input
    },
  },
}

import { editors, type Rows, users } from './expectation.ts'

export const rows: Rows = {
  'POST /ai/api/v1/check/:id': {
    expect: editors(201),
    with: ({ fileId }) => ({ params: { id: fileId }, body: {} }),
  },
  'GET /ai/api/v1/check/:id': { expect: editors(200), with: ({ fileId }) => ({ params: { id: fileId } }) },
  'DELETE /ai/api/v1/check/:id': { expect: editors(200), with: ({ fileId }) => ({ params: { id: fileId } }) },
  'POST /ai/api/v1/check/review/:id': { expect: editors(201), with: ({ id }) => ({ params: { id } }) },
  'PATCH /ai/api/v1/finding/:id': {
    expect: editors(200),
    with: async ({ fileId, app }) => {
      const run = crypto.randomUUID()
      const id = crypto.randomUUID()
      await app.deps.db.pool.query(
        `with made as (
          insert into check_runs (id, file_id, pages, rules, state)
          values ((select coalesce(max(id::text), $1::text)::uuid from check_runs where file_id = $2::uuid), $2::uuid, 1, '{FILE}', 'DONE')
          on conflict (id) do update set pages = 1 returning id
        ) insert into check_findings (id, run_id, file_id, rule, severity, page, says, proposal, swatches, maybe, fingerprint)
          select $3::uuid, id, $2::uuid, 'FILE', 'LOW', 1, 'Blank page', 'Is that meant?', '{}', false, 'blank' from made`,
        [run, fileId, id],
      )
      return { params: { id }, body: { state: 'DISMISSED' } }
    },
  },
  'GET /ai/api/v1/words': { expect: users(200) },
  'PATCH /ai/api/v1/words': { expect: users(200), with: () => ({ body: { add: ['wingmark'] } }) },
  'PATCH /ai/api/v1/brief/:id': {
    expect: editors(200),
    with: ({ id }) => ({ params: { id }, body: { strictness: 'AA' } }),
  },
}

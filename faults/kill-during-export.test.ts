import { afterAll, beforeAll, expect, test } from 'vitest'
import { full, Installation } from './support/installation.ts'
import { newFile, sendForm } from './support/sending.ts'

const comments = full(100_000, 8_000)
const rounds = full(6, 2)

let installation: Installation
let path = ''
beforeAll(async () => {
  installation = await Installation.start()
  const file = await sendForm(installation, newFile(1_000))
  const files = [file?.result._id]
  const { result } = await installation.askJson('POST', '/review/api/v1', { name: 'Taken along', files })
  path = `/comment/api/v1/export/${result._id}?format=`
  await installation.query(
    `insert into comments (id, review_id, file_id, number, type, message, user_id)
     select gen_random_uuid(), $1, $2, n, 'GENERAL', repeat('long ', 100), r.owner_id
     from generate_series(1, ${comments}) n, reviews r where r.id = $1`,
    [result._id, files[0]],
  )
  await installation.query('update files set comment_count = $2, open_count = $2 where id = $1', [
    files[0],
    comments,
  ])
})
afterAll(() => installation?.end())

test.each(Array.from({ length: rounds }, (_, round) => round))(
  'an export fails when the server is killed halfway, and the next one is complete, round %i',
  async (round) => {
    const format = round % 2 === 0 ? 'CSV' : 'XLSX'
    const headers = { authorization: `Bearer ${installation.token}` }
    const response = await fetch(installation.server.origin + path + format, { headers })
    expect(response.status).toBe(200)
    const reader = response.body?.getReader()
    expect((await reader?.read())?.done).toBe(false)
    await installation.killAndStart({ withDatabase: round >= rounds / 2 })
    const readOn = async () => {
      while (reader && !(await reader.read()).done);
      return 'whole'
    }
    expect(await readOn().catch(() => 'broken off')).toBe('broken off')
    const whole = await installation.ask(`${path}CSV`)
    expect([whole?.status, whole?.text.match(/long long/g)?.length]).toEqual([200, comments * 50])
  },
)

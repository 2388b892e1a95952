/** Opening a conversation of 100,000 messages, beside one of 100. */
import { v7 as uuid } from 'uuid'
import { finish, report } from './report.ts'
import { compare, load } from './support/load.ts'
import { addPerson, startServer } from './support/server.ts'

const seconds = 2
const rounds = 5
const large = 100_000
const small = 100

const server = await startServer()
const { pool } = server

/** Messages of both in turn; returns its id. */
async function addConversation(me: string, messages: number): Promise<string> {
  const id = uuid()
  const other = await addPerson(pool, 'Other')
  await pool.query(
    `insert into conversations (id, low_id, high_id, last_seq, is_open)
     values ($1, least($2::uuid, $3::uuid), greatest($2::uuid, $3::uuid), $4, true)`,
    [id, me, other.id, messages],
  )
  await pool.query(
    `insert into messages (id, conversation_id, seq, sender_id, message)
     select gen_random_uuid(), $1, n, case when n % 2 = 0 then $2::uuid else $3::uuid end,
       'Message ' || n || ': the headline sits a little too close to the edge here.' from generate_series(1, $4::int) n`,
    [id, me, other.id, messages],
  )
  await pool.query(
    `insert into conversation_sides (conversation_id, user_id, box, last_message_id, last_seq, read_seq)
     select $1, person, 'INBOX', m.id, $2, $2 from unnest($3::uuid[]) person, messages m where m.conversation_id = $1 and m.seq = $2`,
    [id, messages, [me, other.id]],
  )
  return id
}

try {
  const me = await addPerson(pool, 'Me')
  const [long, short] = [await addConversation(me.id, large), await addConversation(me.id, small)]
  await pool.query('vacuum analyze')
  const open = async (id: string, cursor = '') => {
    const path = `/message/api/v1/conversation/${id}${cursor}`
    const { results } = JSON.parse(String(await server.ask({ path, token: me.token })))
    if (results.length < 2) throw new Error(`${results.length} messages`)
  }
  const opened = await compare(
    rounds,
    {
      ours: () => load(1, seconds, () => open(long)),
      peer: () => load(1, seconds, () => open(short)),
    },
    (result) => result.p95,
  )
  const older = await compare(
    rounds,
    {
      ours: () => load(1, seconds, () => open(long, '?cursor=50000')),
      peer: () => load(1, seconds, () => open(short, '?cursor=90')),
    },
    (result) => result.p95,
  )
  finish([
    report({
      what: 'p95 of a conversation of 100,000 messages beside one of 100',
      ...opened,
      unit: 'ms',
      limit: { atMost: 1.2 },
    }),
    report({ what: 'p95 of an older page of it', ...older, unit: 'ms', limit: { atMost: 1.2 } }),
  ])
} finally {
  await server.stop()
}

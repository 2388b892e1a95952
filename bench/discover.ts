/** Finding 12 of 100,000 people: all, by word, by two skills, on pages 1 and 500; beside SELECT, beside 1,000. */
import type pg from 'pg'
import { finish, note, report } from './report.ts'
import { compare, load } from './support/load.ts'
import { addPerson, type BenchPerson, type BenchServer, startServer } from './support/server.ts'

const seconds = 1
const rounds = 5
const connections = 4
const many = 100_000
const few = 1_000
const pageSize = 12

/** Every tenth is an illustrator, three quarters of them with both skills: enough for page 500. */
async function fill(pool: pg.Pool, people: number): Promise<void> {
  await pool.query(
    `insert into users (id, name, email, username)
     select gen_random_uuid(), 'Person ' || n, 'p' || n || '@example.test', 'person-' || n from generate_series(1, $1::int) n`,
    [people],
  )
  await pool.query(
    `insert into connection_profiles (user_id, location, designation, company, experience, skills, skill_keys, words, active_at)
     select u.id, 'Town ' || n % 500, job, 'Company ' || n % 5000, 'Made up.', skills, skills,
       array['person', n::text, lower(job), 'town', (n % 500)::text, 'company', (n % 5000)::text] || skills,
       now() - (n % 400) * interval '1 day'
     from (select id, substr(username, 8)::int as n from users where username like 'person-%') u,
       lateral (select case when n % 10 = 0 then 'Illustrator' else 'Designer' end as job,
         case when n % 10 = 0 and n % 40 > 0 then array['motion', 'figma', 'skill' || n % 700]
           else array[case when n % 2 = 0 then 'figma' else 'print' end, 'skill' || n % 700] end as skills) made`,
  )
  await pool.query('vacuum analyze')
}

type Kind = { what: string; query: string; where: string }
const kinds: Kind[] = [
  { what: 'all', query: '', where: 'true' },
  { what: 'a word', query: '&search=illus', where: "p.search @@ '''illus'':*'::tsquery" },
  { what: 'a rare word', query: '&search=777', where: "p.search @@ '''777'':*'::tsquery" },
  {
    what: 'two skills',
    query: '&skill=Motion&skill=Figma',
    where: "p.skill_keys @> array['motion', 'figma']",
  },
]

type Stage = { server: BenchServer; me: BenchPerson }

async function stageOf(people: number): Promise<Stage> {
  const server = await startServer(connections)
  await fill(server.pool, people)
  const me = await addPerson(server.pool, 'Me')
  await server.pool.query(
    `insert into connection_profiles (user_id, location, designation, company, experience, skills, skill_keys, words)
     values ($1, 'Here', 'Finder', 'None', 'Made up.', '{}', '{}', '{me}')`,
    [me.id],
  )
  return { server, me }
}

async function page({ server, me }: Stage, { query }: Kind, number: number): Promise<void> {
  const path = `/connection/api/v1/profile?limit=${pageSize}&page=${number}${query}`
  const { results } = JSON.parse(String(await server.ask({ path, token: me.token })))
  if (results.length === 0 || results.length > pageSize) throw new Error(`${results.length} at ${path}`)
}

/** Before any search: large results are cached for some seconds. */
async function noteFirstLooks(stage: Stage): Promise<void> {
  for (const kind of kinds) {
    const from = performance.now()
    await page(stage, kind, 1)
    note(`${kind.what}, for the first time`, performance.now() - from, 'ms')
  }
}

/** The page and the number of results, as far as they are counted. */
const bare = ({ server, me }: Stage, { what, where }: Kind, number: number) => {
  const offset = (number - 1) * pageSize
  return Promise.all([
    server.pool.query({
      name: `bare-${what}`,
      text: `select p.*, u.name, u.username, u.avatar from connection_profiles p join users u on u.id = p.user_id
        where ${where} and p.user_id <> $1 order by p.active_at desc, p.user_id desc limit ${pageSize} offset $2`,
      values: [me.id, offset],
    }),
    server.pool.query({
      name: `bare-count-${what}`,
      text: `select count(*) from (select 1 from connection_profiles p where ${where} and p.user_id <> $1 limit $2) p`,
      values: [me.id, offset + 1_200],
    }),
  ])
}

const large = await stageOf(many)
const small = await stageOf(few)
try {
  const kept: boolean[] = []
  await noteFirstLooks(large)
  for (const kind of kinds) {
    for (const number of kind.what === 'a rare word' ? [1] : [1, 500]) {
      const which = `${kind.what}, page ${number}`
      const rate = await compare(
        rounds,
        {
          ours: () => load(connections, seconds, () => page(large, kind, number)),
          peer: () => load(connections, seconds, () => bare(large, kind, number)),
        },
        (result) => result.perSecond,
      )
      kept.push(
        report({
          what: `12 of 100,000 people, ${which}`,
          ...rate,
          unit: 'a second',
          limit: { atLeast: 0.5 },
        }),
      )
      // So few have no page 500: compared with their first.
      const size = await compare(
        rounds,
        {
          ours: () => load(1, seconds, () => page(large, kind, number)),
          peer: () => load(1, seconds, () => page(small, kind, 1)),
        },
        (result) => result.p95,
      )
      kept.push(
        report({
          what: `p95 of that beside 12 of 1,000, ${which}`,
          ...size,
          unit: 'ms',
          limit: { atMost: 1.2 },
        }),
      )
    }
  }
  note('people found from', many, `and ${few}`)
  finish(kept)
} finally {
  await small.server.stop()
  await large.server.stop()
}

import type { Database, Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'

const texts = {
  comments: 't.message',
  replies: 't.message',
  messages: 't.message',
  files: 't.name',
  transfers: 't.name',
  private_notes: 't.note',
  reviews: `t.name || ' ' || t.description`,
  tasks: `t.title || ' ' || t.description`,
}

type Part = { name: string; after: string }
const lastId = row<{ id: string }>({ id: 'uuid' })

// Skips locked rows until another round, so that it never waits.
const fills = new Map(
  Object.entries(texts).map(([table, text]) => [
    table,
    {
      some: statement(`search-fill-${table}`, {
        takes: { after: 'uuid', limit: 'int4' },
        gives: lastId,
        text: `with batch as materialized (
            select id from ${table} where id > {after}::uuid and search_words is null order by id limit {limit}::int
            for no key update skip locked
          ), filled as (
            update ${table} t set search_words = searchable_words(${text}) from batch b where t.id = b.id)
          select id from batch order by id desc limit 1`,
      }),
      left: statement(`search-fill-left-${table}`, {
        takes: {},
        text: `select 1 from ${table} where search_words is null limit 1`,
      }),
    },
  ]),
)

const claim = statement('search-fill-claim', {
  takes: {},
  gives: row<Part>({ name: 'text', after: 'uuid' }),
  text: 'select name, after from search_fills order by name limit 1 for update skip locked',
})
/** A table that no other process is filling; null if none is left. */
export const claimPart = (tx: Transaction) => claim.first(tx, {})

const advance = statement('search-fill-advance', {
  takes: { name: 'text', after: 'uuid' },
  text: 'update search_fills set after = {after}::uuid where name = {name}::text',
})
export const keepPlace = (tx: Transaction, part: Part) => advance.count(tx, part)

const finish = statement('search-fill-finish', {
  takes: { name: 'text' },
  text: 'delete from search_fills where name = {name}::text',
})
export const finishPart = (tx: Transaction, name: string) => finish.count(tx, { name })

/** The last of at most `limit` filled rows; null if there was none. */
export async function fillSome(tx: Transaction, part: Part, limit: number): Promise<string | null> {
  const filled = await fills.get(part.name)?.some.first(tx, { after: part.after, limit })
  return filled?.id ?? null
}

/** Whether a row is still unfilled: it was locked, or is older than its id suggests. */
export async function hasLeft(tx: Transaction, name: string): Promise<boolean> {
  return ((await fills.get(name)?.left.count(tx, {})) ?? 0) > 0
}

const ask = statement('search-fill-ask', {
  takes: { seconds: 'int4' },
  text: `select graphile_worker.add_job('search:fill', job_key => 'search:fill',
    run_at => now() + make_interval(secs => {seconds}::int)) where exists (select 1 from search_fills)`,
})
/** Does nothing if everything is filled. */
export const askToFill = ({ pool }: Database, seconds = 0) => ask.count(pool, { seconds })

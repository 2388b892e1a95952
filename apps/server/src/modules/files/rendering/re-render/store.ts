import type { Database } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { renderingVersion } from '#server/modules/files/rendering/policy'

/** SVGs, and PDFs without a preview; locked ones wait for their password. */
const before = `drawing < ${renderingVersion} and (mime = 'image/svg+xml' and state <> 'PROCESSING'
    or mime = 'application/pdf' and state = 'FAILED' and lock is null)`

const next = statement('drawn-before', {
  takes: { after: 'uuid' },
  gives: row<{ id: string }>({ id: 'uuid' }),
  text: `select id from blobs where id > {after}::uuid and ${before} order by id limit 1`,
})

/** Null if the present version rendered everything from there on. */
export async function findRenderedBefore(db: Database, after: string): Promise<string | null> {
  return (await next.first(db.pool, { after }))?.id ?? null
}

const mark = statement('mark-drawn', {
  takes: { blob: 'uuid' },
  text: `update blobs set drawing = ${renderingVersion} where id = {blob}::uuid`,
})
export const markRendered = ({ pool }: Database, blob: string) => mark.count(pool, { blob })

const ask = statement('draw-again-ask', {
  takes: { after: 'uuid' },
  text: `select graphile_worker.add_job('files:draw-again', json_build_object('after', {after}::uuid),
    job_key => 'files:draw-again', priority => 25)
    where exists (select 1 from blobs where id > {after}::uuid and ${before})`,
})
/** Does nothing if none is left. */
export const askToRenderAgain = ({ pool }: Database, after: string) => ask.count(pool, { after })

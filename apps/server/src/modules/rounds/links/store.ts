import type { Database, Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { firstLinks } from '#server/modules/access/sql'

const lacking = statement('round-people-without-link', {
  takes: { round: 'uuid' },
  gives: row<{ id: string }>({ id: 'uuid' }),
  text: `select p.id from round_people p where p.round_id = {round}::uuid and p.email is not null and p.gone_at is null
    and not exists (select 1 from share_links l where l.person_id = p.id)`,
})

/** People named by address who have no link yet. */
export async function listWithoutLink(tx: Transaction, round: string): Promise<string[]> {
  return (await lacking.rows(tx, { round })).map(({ id }) => id)
}

const insert = statement('round-links-insert', {
  takes: { given: 'jsonb' },
  text: `insert into share_links (id, review_id, is_default, name, code, access, allow_download, person_id)
    select gen_random_uuid(), d.review_id, false, 'Personal link', given.stored,
      case f.access when 'NONE' then 'NONE' else 'COMMENT' end, f.allow_download, p.id
    from jsonb_to_recordset({given}::jsonb) as given(person uuid, stored text)
      join round_people p on p.id = given.person join rounds d on d.id = p.round_id
      join ${firstLinks} f on f.review_id = d.review_id
    on conflict do nothing`,
})

/** `stored`: the hash of a person's code. */
export async function insertLinks(
  tx: Transaction,
  links: readonly { person: string; stored: string }[],
): Promise<void> {
  if (links.length > 0) await insert.count(tx, { given: JSON.stringify(links) })
}

const drop = statement('round-links-drop', {
  takes: { round: 'uuid' },
  text: `delete from share_links l using round_people p
    where l.person_id = p.id and p.round_id = {round}::uuid and p.gone_at is not null`,
})

/** Links of people who were taken out of the round. */
export const dropLinks = (tx: Transaction, round: string) => drop.count(tx, { round })

/** Days that a link works after its round was closed. */
const daysAfter = 30

const endLater = statement('round-links-end', {
  takes: { round: 'uuid', isClosed: 'bool' },
  text: `update share_links l set expires_at = case when {isClosed}::boolean then now() + interval '${daysAfter} days' end
    from round_people p where l.person_id = p.id and p.round_id = {round}::uuid`,
})

/** Links of a closed round end some time later; those of one that is open again do not. */
export const endLinks = (tx: Transaction, round: string, isClosed: boolean) =>
  endLater.count(tx, { round, isClosed })

const sweep = statement('round-links-sweep', {
  takes: {},
  text: 'delete from share_links where person_id is not null and expires_at < now()',
})

export const sweepLinks = (db: Database) => sweep.count(db.pool, {})

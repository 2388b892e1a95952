import { row, statement } from '#server/db/statement'

/** When the last open link of the delivery `d` expires; null: never, or no open link. */
const endOf = `(select case when bool_or(l.expires_at is null) then null else max(l.expires_at) end
  from share_links l where l.delivery_id = d.id and l.access <> 'NONE')`

type Due = { id: string; ownerId: string; title: string }
const due = row<Due>({ id: 'uuid', ownerId: 'uuid', title: 'text' })
const columns = `d.id, d.owner_id as "ownerId", coalesce(nullif(d.title, ''), 'Your files') as title`

/** When the current expiry of the delivery `d` was set, by its history. */
const endSetAt = `coalesce((select max(a.created_at) from activity a
  where a.delivery_id = d.id and a.action = 'CHANGED' and 'end' = any(string_to_array(a.target, ', '))), d.created_at)`

/** Two days before expiry, or half-way for shorter deliveries. */
const reminderAt = `greatest(e.ends_at - interval '2 days', e.set_at + (e.ends_at - e.set_at) / 2)`

/** Not downloaded and about to expire; marked, so that the sender hears it once. */
export const takeUnclaimed = statement('deliveries-unclaimed', {
  takes: { most: 'int4' },
  gives: due,
  text: `update deliveries d set reminded_at = now() from (
      select d.id from deliveries d, lateral (select ${endOf} as ends_at, ${endSetAt} as set_at) e
      where d.remind and d.rests_since is null and d.is_complete and d.reminded_at is null and d.download_count = 0
        and e.ends_at > now() and ${reminderAt} <= now()
      order by d.id limit {most}::int for update of d skip locked
    ) soon where d.id = soon.id returning ${columns}`,
})

/** Deliveries whose files are deleted within three days; marked, so that the sender hears it once. */
export const takeDeleting = statement('deliveries-deleting', {
  takes: { most: 'int4' },
  gives: due,
  text: `update deliveries d set warned_at = now() from (
      select d.id from deliveries d, lateral (select ${endOf} as ends_at) e
      where d.delete_after and d.rests_since is null and d.warned_at is null and d.emptied_at is null
        and e.ends_at > now() and e.ends_at - interval '3 days' <= now()
      order by d.id limit {most}::int for update of d skip locked
    ) soon where d.id = soon.id returning ${columns}`,
})

/** A delivery whose files are due for deletion. */
export const findOver = statement('delivery-over', {
  takes: {},
  gives: due,
  text: `select ${columns} from deliveries d, lateral (select ${endOf} as ends_at) e
    where d.delete_after and d.rests_since is null and d.emptied_at is null and e.ends_at <= now() order by d.id limit 1`,
})

/** Returns it if still due; the owner's account is locked already. */
export const takeOver = statement('delivery-empty', {
  takes: { id: 'uuid' },
  gives: row<{ id: string }>({ id: 'uuid' }),
  text: `update deliveries d set emptied_at = now()
    where d.id = {id}::uuid and d.delete_after and d.emptied_at is null and ${endOf} <= now() returning d.id`,
})

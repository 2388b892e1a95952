import { row, statement } from '#server/db/statement'

/** For a lateral join of the delivery `d`: `listed`, each item once; `ranked`, its folders and chosen items, with paths. */
export const withContents = (d: string) => `with recursive tree as (
    select t.id, t.type, t.name, t.file_id, t.size, '{}'::text[] as path, null::uuid as folder,
      array[lpad(i.position::text, 6, '0')] as place
    from delivery_items i join transfers t on t.id = i.transfer_id
    where i.delivery_id = ${d}.id and t.deleted_at is null and t.owner_id = ${d}.owner_id
    union all
    select c.id, c.type, c.name, c.file_id, c.size, tree.path || tree.name, tree.id, tree.place || (lower(c.name) || c.id)
    from tree join transfers c on c.parent_id = tree.id
    where tree.type = 'FOLDER' and c.type = 'FOLDER' and c.deleted_at is null and c.owner_id = ${d}.owner_id
  ), ranked as (
    select *, cardinality(place) = 1 as is_chosen, row_number() over (order by place) as rank
    from (select distinct on (id) * from tree order by id, place) first
  ), listed as (
    select distinct on (id) * from (
      select id, type, name, file_id, size, folder, is_chosen, rank from ranked
      union all
      select c.id, c.type, c.name, c.file_id, c.size, r.id, false, r.rank from ranked r join transfers c on c.parent_id = r.id
      where r.type = 'FOLDER' and c.type = 'FILE' and c.deleted_at is null and c.owner_id = ${d}.owner_id
    ) each order by id, rank
  )`

/** Of `listed`. */
export const inOrder = 'listed.rank, lower(listed.name), listed.id'

/** The first rendered one of the first 500 files of `listed`. */
export const coverOf = `(select f.key from (select * from listed where type = 'FILE' order by ${inOrder} limit 500) listed
      join files f on f.id = listed.file_id join blobs b on b.id = f.blob_id
      where b.state = 'READY' and b.kind in ('IMAGE', 'PDF', 'VIDEO') order by ${inOrder} limit 1)`

/** The number of chosen items in `listed`, and the name of the first. */
export const chosenCount = '(count(*) filter (where is_chosen))::int'
export const firstName = '(array_agg(name order by rank) filter (where is_chosen))[1]'

export type ContentRow = {
  id: string
  name: string
  fileId: string
  size: number
  path: string[]
  folder: string | null
  isDamaged: boolean
}

/** Its files, in order. */
export const listFiles = statement('delivery-files', {
  takes: { id: 'uuid', limit: 'int4', offset: 'int4' },
  gives: row<ContentRow>({
    id: 'uuid',
    name: 'text',
    fileId: 'uuid',
    size: 'int8',
    path: 'json',
    folder: 'uuid',
    isDamaged: 'bool',
  }),
  text: `select c.id, c.name, c.file_id as "fileId", c.size, to_json(c.path) as path, c.folder,
      exists(select 1 from files f join blobs b on b.id = f.blob_id where f.id = c.file_id and b.damaged_at is not null) as "isDamaged"
    from deliveries d, lateral (${withContents('d')}
      select page.*, coalesce((select r.path || r.name from ranked r where r.id = page.folder), '{}') as path
      from (
        select listed.*, row_number() over (order by ${inOrder}) as n from listed where type = 'FILE'
        order by n limit {limit}::int offset {offset}::int
      ) page) c
    where d.id = {id}::uuid order by c.n`,
})

/** The chosen items that exist, in order. */
export const listItems = statement('delivery-items', {
  takes: { id: 'uuid' },
  gives: row<{ id: string }>({ id: 'uuid' }),
  text: `select t.id from delivery_items i join deliveries d on d.id = i.delivery_id
      join transfers t on t.id = i.transfer_id and t.owner_id = d.owner_id
    where i.delivery_id = {id}::uuid and t.deleted_at is null order by i.position, t.id`,
})

/** All chosen items in order, including ones in the trash that may be restored. */
export const listChosen = statement('delivery-chosen', {
  takes: { id: 'uuid' },
  gives: row<{ id: string }>({ id: 'uuid' }),
  text: `select transfer_id as id from delivery_items where delivery_id = {id}::uuid order by position, transfer_id`,
})

/** In the order of the ids, after the existing ones, which stay in place. */
export const addItems = statement('delivery-add-items', {
  takes: { id: 'uuid', items: 'uuid[]' },
  text: `insert into delivery_items (delivery_id, transfer_id, position)
    select {id}::uuid, given.item, given.place + coalesce((select max(position) from delivery_items where delivery_id = {id}::uuid), 0)
    from unnest({items}::uuid[]) with ordinality given(item, place)
    on conflict do nothing`,
})

/** Removes all others, except items in the trash that may be restored. Returns them. */
export const keepItems = statement('delivery-keep-items', {
  takes: { id: 'uuid', items: 'uuid[]' },
  gives: row<{ id: string }>({ id: 'uuid' }),
  text: `delete from delivery_items i where i.delivery_id = {id}::uuid and i.transfer_id <> all({items}::uuid[])
      and not exists (select 1 from transfers t where t.id = i.transfer_id and t.deleted_at is not null)
    returning i.transfer_id as id`,
})

/** Returns those that were in it. */
export const dropItems = statement('delivery-drop-items', {
  takes: { id: 'uuid', items: 'uuid[]' },
  gives: row<{ id: string }>({ id: 'uuid' }),
  text: `delete from delivery_items where delivery_id = {id}::uuid and transfer_id = any({items}::uuid[])
    returning transfer_id as id`,
})

export const orderItems = statement('delivery-order-items', {
  takes: { id: 'uuid', items: 'uuid[]' },
  text: `update delivery_items i set position = given.place
    from unnest({items}::uuid[]) with ordinality given(item, place)
    where i.delivery_id = {id}::uuid and i.transfer_id = given.item and i.position <> given.place`,
})

export const countItems = statement('delivery-count-items', {
  takes: { id: 'uuid' },
  gives: row<{ count: number }>({ count: 'int4' }),
  text: `select count(*)::int as count from delivery_items i join transfers t on t.id = i.transfer_id
    where i.delivery_id = {id}::uuid and t.deleted_at is null`,
})

import { holdsWords, searchSource } from '#server/db/search-source'

/** The user's own files and folders. */
export const searchTransfers = searchSource('transfers', {
  matches: `select t.id, 0 as rank, t.created_at as at from transfers t
    where ${holdsWords('t')} and t.owner_id = {user}::uuid and t.deleted_at is null`,
  shown: {
    at: 't.created_at',
    title: 't.name',
    text: `case when t.type = 'FOLDER' then 'Folder' else '' end`,
    place: `coalesce(parent.name, 'Transfers')`,
    path: `'/transfers' || case when t.type = 'FOLDER' then '?id=' || t.id
      else '?' || coalesce('id=' || t.parent_id || '&', '') || 'item=' || t.id end`,
  },
  joined: 'join transfers t on t.id = page.id left join transfers parent on parent.id = t.parent_id',
})

import { listedFacesMax, type Review } from '@wingmark/contract/reviews'
import { newsCountedMax } from '@wingmark/contract/workspaces'
import { needs } from '#server/db/piece'
import { rankOf, reviewPeople } from '#server/modules/access/sql'
import { countUnreadAbout } from '#server/modules/notifications/sql'
import { people } from '#server/modules/users/sql'

/** What only the person's own list shows. */
export type ListedPart = { members: Review['owner'][]; memberCount: number; news: number }

export const listedTypes = { members: 'json', memberCount: 'int4', news: 'int4' } as const

/** Columns for the review `r`, as its reader `{me}` sees it. */
export const listedPart = needs('r')`
  (select coalesce(json_agg(face order by place, since), '[]') from (
    select json_build_object('_id', u.id, 'name', u.name, 'avatar', u.avatar) as face, ${rankOf('q.role')} as place, q.since
    from ${reviewPeople} q join ${people} u on u.id = q.user_id
    where q.review_id = r.id and q.user_id <> {me}::uuid order by place, q.since limit ${listedFacesMax}) faces) as members,
  (select count(*)::int from ${reviewPeople} q where q.review_id = r.id) as "memberCount",
  ${countUnreadAbout('r.id', '{me}::uuid', newsCountedMax)} as news`

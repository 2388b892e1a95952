import { searchSource } from '#server/db/search-source'
import { isBlockedBetween, isHidden } from '#server/modules/connections/sql'
import { people } from '#server/modules/users/sql'

/** The people that discovery shows, only for users with a profile. */
export const searchPeople = searchSource('people', {
  matches: `select p.user_id as id, 0 as rank, p.active_at as at from connection_profiles p
    where (p.search @@ {words}::text::tsquery or p.search @@ {former}::text::tsquery) and p.user_id <> {user}::uuid
      and not ${isHidden('p.user_id')} and not ${isBlockedBetween('{user}::uuid', 'p.user_id')}
      and exists (select 1 from connection_profiles own where own.user_id = {user}::uuid)`,
  shown: {
    at: 'p.active_at',
    title: 'u.name',
    text: `p.designation || ' · ' || p.company || ' · ' || array_to_string(p.skills, ', ')`,
    place: 'p.location',
    person: `json_build_object('_id', u.id, 'name', u.name, 'avatar', u.avatar)`,
    path: `'/connections/' || u.username`,
  },
  joined: `join connection_profiles p on p.user_id = page.id join ${people} u on u.id = page.id`,
})

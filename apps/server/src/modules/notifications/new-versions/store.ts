import type { Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { recordUserEvents } from '#server/db/user-events'
import type { AddedVersion } from '#server/module-parts'
import { isLetIn, reviewPeople } from '#server/modules/access/sql'
import { insertNotifications, isGathering } from '#server/modules/notifications/sql'
import { people } from '#server/modules/users/sql'

const titleOf = (count: string) => `case ${count} when 1 then 'A file has' else ${count} || ' files have' end
  || ' a new version in ' || rev.name`

// A waiting notification gets the file too, unless it was read or emailed meanwhile.
const notify = statement('notify-of-version', {
  takes: { reviewId: 'uuid', userId: 'uuid', file: 'uuid' },
  gives: row<{ user: string }>({ user: 'uuid' }),
  text: `with rev as (
      select id, name from reviews where id = {reviewId}::uuid
    ), adder as (
      select name from ${people} u where u.id = {userId}::uuid
    ), readers as (
      select distinct p.user_id from ${reviewPeople} p
      where p.review_id = {reviewId}::uuid and p.user_id <> {userId}::uuid and ${isLetIn('p')}
    ), waiting as (
      select distinct on (n.user_id) n.id, array_append(array_remove(n.files, {file}::uuid), {file}::uuid) as files
      from readers join notifications n on n.user_id = readers.user_id
      where n.review_id = {reviewId}::uuid and ${isGathering('n')} and n.mailed_at is null
      order by n.user_id, n.id desc
    ), joined as (
      update notifications n set files = waiting.files, title = ${titleOf('cardinality(waiting.files)')},
        created_by_name = adder.name, created_at = now()
      from waiting, rev, adder where n.id = waiting.id and n.read_at is null and n.mailed_at is null
      returning n.user_id, n.id as target_id
    ), made as (
      ${insertNotifications(
        {
          user: 'readers.user_id',
          action: `'VERSION_ADDED'`,
          title: titleOf('1'),
          by: 'adder.name',
          files: 'array[{file}::uuid]',
          review: 'rev.id',
          comment: 'null::uuid',
        },
        'readers, rev, adder where readers.user_id not in (select user_id from joined)',
      )} returning user_id, id as target_id
    ), notified as (
      select * from joined union all select * from made
    ), ${recordUserEvents('notified', 'notification.created')}
    select user_id as "user" from notified`,
})

/** One notification per person, review and minute, however many versions. Returns who has news. */
export async function notifyOfVersion(tx: Transaction, added: AddedVersion): Promise<string[]> {
  return (await notify.rows(tx, added)).map(({ user }) => user)
}

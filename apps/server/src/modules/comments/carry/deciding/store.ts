import { row, statement } from '#server/db/statement'
import type { Decision } from '#server/modules/comments/carry/policy'

export type FixRow = Decision & { result: 'ACCEPTED' | 'REOPENED' }

export const findRow = statement('fix-row', {
  takes: { comment: 'uuid', version: 'int4' },
  gives: row<FixRow>({ result: 'text', userId: 'uuid', name: 'text', decidedAt: 'timestamptz' }),
  text: `select x.result, x.user_id as "userId", u.name, x.created_at as "decidedAt"
    from fixes x left join users u on u.id = x.user_id
    where x.comment_id = {comment}::uuid and x.version = {version}::int`,
})

export const findResolver = statement('fix-resolver', {
  takes: { comment: 'uuid' },
  gives: row<{ userId: string | null; name: string | null }>({ userId: 'uuid', name: 'text' }),
  text: `select c.resolved_by as "userId", u.name from comments c left join users u on u.id = c.resolved_by
    where c.id = {comment}::uuid`,
})

export const putRow = statement('fix-put', {
  takes: { comment: 'uuid', version: 'int4', result: 'text', user: 'uuid' },
  text: `insert into fixes (comment_id, version, result, user_id)
    values ({comment}::uuid, {version}::int, {result}::text, {user}::uuid)
    on conflict (comment_id, version) do update set result = excluded.result, user_id = excluded.user_id, created_at = now()`,
})

export const removeRow = statement('fix-remove', {
  takes: { comment: 'uuid', version: 'int4' },
  text: 'delete from fixes where comment_id = {comment}::uuid and version = {version}::int',
})

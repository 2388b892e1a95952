import { type Alignment, type AlignmentPairs, type Fix, type Fixes, fixesMax } from '@wingmark/contract/carry'
import type { Carried, CommentStatus } from '@wingmark/contract/comments'
import type { Database, Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { carriedJson, standingOn } from '#server/modules/comments/carry/sql'

/** A fix for no particular reader. */
export type StoredFix = {
  id: string
  file: string
  version: number
  status: CommentStatus
  userId: string | null
  guestId: string | null
  carried: Carried | null
  result: NonNullable<Fix['checked']>['result'] | null
  decidedAt: Date | null
  by: Alignment['by']
}

const fixColumns = {
  id: 'uuid',
  file: 'uuid',
  version: 'int4',
  status: 'text',
  userId: 'uuid',
  guestId: 'uuid',
  carried: 'json',
  result: 'text',
  decidedAt: 'timestamptz',
  by: 'json',
} as const
const fixTypes = row<StoredFix>(fixColumns)

const person = (u: string) =>
  `case when ${u}.id is not null then json_build_object('_id', ${u}.id, 'name', ${u}.name, 'avatar', ${u}.avatar) end`

// Accepting a comment decides nothing about it once it is reopened.
const columns = (version: string) => `select c.id, c.file_id as file, ${version} as version, c.status,
      c.user_id as "userId", c.guest_id as "guestId",
      case when carry.comment_id is not null then ${carriedJson} end as carried,
      case when x.comment_id is not null then x.result when carry.made_by = 'PERSON' then 'PLACED' end as result,
      case when x.comment_id is not null then x.created_at when carry.made_by = 'PERSON' then carry.created_at end as "decidedAt",
      ${person('u')} as by`
const tables = (version: string) => `left join lateral ${standingOn('c.id', version)} carry on true
    left join fixes x on x.comment_id = c.id and x.version = ${version} and (x.result <> 'ACCEPTED' or c.status = 'RESOLVED')
    left join users u on u.id = case when x.comment_id is not null then x.user_id when carry.made_by = 'PERSON' then carry.user_id end`

const given = '{version}::int'

const one = statement('fix', {
  takes: { comment: 'uuid', version: 'int4' },
  gives: fixTypes,
  text: `${columns(given)} from comments c ${tables(given)} where c.id = {comment}::uuid`,
})

type On = Transaction | Database['pool']

export const findFix = (db: On, comment: string, version: number): Promise<StoredFix | null> =>
  one.first(db, { comment, version })

/** On the current version of each comment's file. */
export const findFixes = statement('fixes-by-id', {
  takes: { ids: 'uuid[]' },
  gives: fixTypes,
  text: `${columns('s.version')} from comments c join files s on s.id = c.file_id ${tables('s.version')}
    where c.id = any({ids}::uuid[])`,
})

/** In the order of checking: the doubtful first. */
const order = `case when carry.comment_id is null then 6 when carry.outcome = 'NOT_FOUND' then 5
    when carry.outcome = 'CHANGED' then 1 when not carry.is_sure then 2 when carry.outcome = 'MOVED' then 3 else 4 end`

export type Listed = StoredFix & { total: number; checkedCount: number }

/** Comments made on earlier versions that are open, or were checked on this one. */
export const listFixes = statement('fixes-of-version', {
  takes: { file: 'uuid', version: 'int4' },
  gives: row<Listed>({ ...fixColumns, total: 'int4', checkedCount: 'int4' }),
  text: `select id, file, version, status, "userId", "guestId", carried, result, "decidedAt", by, total, "checkedCount" from (
      ${columns(given)}, ${order} as place, (count(*) over ())::int as total,
        (count(*) filter (where x.comment_id is not null or carry.made_by = 'PERSON') over ())::int as "checkedCount"
      from comments c ${tables(given)}
      where c.file_id = {file}::uuid and c.version < ${given} and (c.status = 'OPEN' or x.comment_id is not null)
    ) listed order by place, id limit ${fixesMax}`,
})

export type OnVersion = {
  version: number
  isCurrent: boolean
  state: Fixes['state']
  error: string | null
  lastVersion: number
}

// Pins are carried onto the current version alone: once another is, nothing comes to the one before.
/** A version by its number, or the current one; no row for a file that is not under review. */
export const findOnVersion = statement('fixes-on-version', {
  takes: { file: 'uuid', version: 'int4' },
  gives: row<OnVersion>({
    ...{ version: 'int4', isCurrent: 'bool', state: 'text', error: 'text', lastVersion: 'int4' },
  }),
  text: `select v.version, v.id = s.id as "isCurrent", s.last_version as "lastVersion", run.error,
      case when v.starts_fresh then 'FRESH' when b.state = 'PROCESSING' then 'CARRYING'
        when run.state = 'CARRYING' and v.id <> s.id then 'READY' else coalesce(run.state, 'READY') end as state
    from files s join files v on v.review_id = s.review_id and (v.id = s.id or v.stack_id = s.id)
      join blobs b on b.id = v.blob_id left join carry_runs run on run.file_id = s.id and run.version = v.version
    where s.id = {file}::uuid and s.purpose = 'REVIEW' and v.version = coalesce({version}::int, s.version)`,
})

type StoredAlignment = {
  page: number
  pairs: AlignmentPairs
  by: Alignment['by']
  decidedAt: Date
}

export const listAlignments = statement('alignments', {
  takes: { file: 'uuid', version: 'int4' },
  gives: row<StoredAlignment>({ page: 'int4', pairs: 'jsonb', by: 'json', decidedAt: 'timestamptz' }),
  text: `select a.page, a.pairs, ${person('u')} as by, a.created_at as "decidedAt"
    from alignments a left join users u on u.id = a.user_id
    where a.file_id = {file}::uuid and a.version = {version}::int order by a.page`,
})

export type StoredRun = { file: string; version: number; state: Fixes['state'] }

/** How far carrying is for the current versions of these files. */
export const findRuns = statement('carry-runs', {
  takes: { files: 'uuid[]' },
  gives: row<StoredRun>({ file: 'uuid', version: 'int4', state: 'text' }),
  text: `select f.id as file, f.version, case when f.starts_fresh then 'FRESH' else coalesce(run.state, 'READY') end as state
    from files f left join carry_runs run on run.file_id = f.id and run.version = f.version
    where f.id = any({files}::uuid[])`,
})

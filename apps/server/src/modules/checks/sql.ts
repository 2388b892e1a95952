import { isCommentBuried, isCommentThere } from '#server/modules/access/sql'

// What comments may ask of findings, as pieces of their own statement.

/** As it is now: a finding whose comment is gone is open again. `f` is a row of findings. */
export const stateOf = (
  f: string,
) => `case when ${f}.state = 'PUBLISHED' and not ${isCommentThere(`${f}.comment_id`)}
  then 'OPEN' else ${f}.state end`

/** Whether it belongs to the newest check of its file. */
export const isNewest = (f: string) =>
  `${f}.run_id = (select max(newest.id::text)::uuid from check_runs newest where newest.file_id = ${f}.file_id)`

/** Whether `finding` of `file` can be published. Parallel publishers wait; a comment made meanwhile does not count as buried. */
export const canBePublished = (finding: string, file: string) => `exists (
  select 1 from check_findings f where f.id = ${finding} and f.file_id = ${file}
    and (f.comment_id is null or ${isCommentBuried('f.comment_id')}) and ${stateOf('f')} <> 'PUBLISHED' and ${isNewest('f')} for update)`

/** Marks the finding, in a statement whose CTE `made` has the new `comment_id`. */
export const publishFinding = (finding: string) => `update check_findings f
  set state = 'PUBLISHED', comment_id = made.comment_id from made where f.id = ${finding} returning f.id`

import { needs } from '#server/db/piece'

/** A person's decision counts before an alignment, and that before a machine's result. */
export const byStanding = (row: string) =>
  `array_position('{PERSON,ALIGNMENT,MACHINE}'::text[], ${row}.made_by)`

/** The row that counts where a comment stands on a version; none where it is not carried. */
export const standingOn = (comment: string, version: string) =>
  `(select e.* from carries e where e.comment_id = ${comment} and e.version = ${version}
    order by ${byStanding('e')} limit 1)`

/** A row with the alias `carry` as the contract's JSON. */
export const carriedJson = needs('carry')`json_strip_nulls(json_build_object(
    'version', carry.version, 'outcome', carry.outcome,
    'confidence', case when carry.is_sure then 'SURE' else 'UNSURE' end, 'marker', carry.marker,
    'by', case when carry.made_by = 'MACHINE' then 'MACHINE' else 'PERSON' end,
    'was', json_build_object('version', carry.from_version, 'marker', carry.from_marker),
    'decidedAt', case when carry.made_by = 'PERSON'
      then to_char(carry.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end))`

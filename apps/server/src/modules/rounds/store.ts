import { exportedItems } from '#server/db/by-pages'
import type { Database, Queryable, Transaction } from '#server/db/client'
import { needs } from '#server/db/piece'
import { row, statement } from '#server/db/statement'
import { nameOf } from '#server/modules/access/sql'
import { isVersionOf } from '#server/modules/files/sql'
import { endLinks } from '#server/modules/rounds/links/store'
import type { DecisionRow, RoundRow } from '#server/modules/rounds/present'
import { filesOfRound, isGone, isVerifiedIn, roundFacts } from '#server/modules/rounds/sql'
import { confirmedPeople, people } from '#server/modules/users/sql'
import { lastId } from '#server/platform/ids'

/** A person's name as it is now; null for someone who is only an address. */
export const nameIn = (p: string) =>
  `coalesce(${nameOf(`coalesce(${p}.user_id, ${p}.guest_id)`)}, nullif(${p}.name, ''))`

// The bytes of a version are summed when they are rendered, perhaps after a decision.
const sumOf = (vote: string) => `encode(coalesce(${vote}.sha256, (select b.sha256 from files v
  join blobs b on b.id = v.blob_id where ${isVersionOf('v', vote)})), 'hex')`

/** How many last decisions of each kind are about current versions. */
const counts = (kind: string) =>
  `count(*) filter (where vote.version = part.version and vote.decision = '${kind}')`

const files = needs('d')`(
  select coalesce(json_agg(json_build_object('file', listed.id, 'name', listed.name, 'version', listed.version,
    'approved', listed.approved + listed.with_changes, 'withChanges', listed.with_changes,
    'changesRequested', listed.refused, 'older', listed.older) order by listed.position, listed.id), '[]')
  from (select part.id, part.name, part.version, part.position, ${counts('APPROVED')} as approved,
      ${counts('APPROVED_WITH_CHANGES')} as with_changes, ${counts('CHANGES_REQUESTED')} as refused,
      count(*) filter (where vote.version <> part.version) as older
    from ${filesOfRound('d')} part left join (select vote.* from round_decisions vote
      join round_people voter on voter.id = vote.person_id and voter.gone_at is null
      where vote.round_id = d.id and vote.is_last) vote on vote.file_id = part.id
    group by part.id, part.name, part.version, part.position) listed)`

const everyone = needs('d')`(
  select coalesce(json_agg(json_build_object('_id', p.id, 'user', p.user_id, 'name', ${nameIn('p')},
    'kind', case when p.is_former then 'DELETED' when p.user_id is not null then 'USER'
      when p.guest_id is not null then 'GUEST' when p.email is not null then 'EMAIL' else 'DELETED' end,
    'avatar', u.avatar, 'email', coalesce(p.email, (select shown.email from round_verifications shown
      where shown.round_id = d.id and shown.guest_id = p.guest_id and shown.verified_at is not null)), 'isAsked', p.is_asked, 'isNeeded', p.is_needed,
    'isGone', ${isGone('p', 'd')}, 'isOnOlder', coalesce(n.is_older, false), 'decidedAt', n.last,
    'given', json_build_object('APPROVED', coalesce(n.approved, 0),
      'APPROVED_WITH_CHANGES', coalesce(n.with_changes, 0), 'CHANGES_REQUESTED', coalesce(n.refused, 0))
    ) order by p.is_asked desc, p.place, p.id), '[]')
  from round_people p left join ${people} u on u.id = p.user_id left join (
    select vote.person_id, ${counts('APPROVED')} as approved, ${counts('APPROVED_WITH_CHANGES')} as with_changes,
      ${counts('CHANGES_REQUESTED')} as refused, bool_or(vote.version <> part.version) as is_older,
      max(vote.created_at) as last
    from round_decisions vote join ${filesOfRound('d')} part on part.id = vote.file_id
    where vote.round_id = d.id and vote.is_last group by vote.person_id) n on n.person_id = p.id
  where p.round_id = d.id and (p.gone_at is null or n.last is not null))`

/** The row of a user or guest in the round `d`; someone named by address is found by that. */
export const ownPerson = (d: string) => `(select own.id from round_people own
  where own.round_id = ${d}.id and own.gone_at is null and (own.user_id = {user}::uuid or own.guest_id = {guest}::uuid
    or own.id = {person}::uuid or own.user_id is null and own.email = (select self.email from ${confirmedPeople} self where self.id = {user}::uuid))
  order by own.id is distinct from {person}::uuid, own.user_id is null limit 1)`

const columns = needs('d', 'me')`
  d.id, d.review_id as "reviewId", ${roundFacts('d')} as facts, d.message, d.of_all_files as "ofAllFiles",
  d.closes_at_end as "closesAtEnd", d.independent, d.verified_only as "verifiedOnly", d.questions,
  coalesce(${nameOf('d.started_by')}, d.started_by_name) as "startedByName", d.opened_at as "openedAt",
  d.closed_at as "closedAt", d.reason, d.created_at as "createdAt", ${files} as files, ${everyone} as people,
  me.person, coalesce((select json_agg(json_build_object('file', vote.file_id, 'version', vote.version,
      'decision', vote.decision, 'note', vote.note, 'decidedAt', vote.created_at) order by vote.id)
    from round_decisions vote where vote.person_id = me.person and vote.is_last), '[]') as decisions,
  coalesce((select json_agg(json_build_object('question', said.question_id, 'answer', said.answer) order by said.id)
    from round_answers said where said.person_id = me.person and said.is_last), '[]') as answers,
  exists (select 1 from round_answers said where said.round_id = d.id) as "hasAnswers",
  ${isVerifiedIn('d')} as "isVerified"`
const self = needs('d').offers('me')`join lateral (select ${ownPerson('d')} as person) me on true`

const given = row<RoundRow>({
  ...{
    id: 'uuid',
    reviewId: 'uuid',
    facts: 'json',
    message: 'text',
    ofAllFiles: 'bool',
    closesAtEnd: 'bool',
  },
  ...{ independent: 'bool', verifiedOnly: 'bool', questions: 'jsonb', startedByName: 'text', reason: 'text' },
  ...{ openedAt: 'timestamptz', closedAt: 'timestamptz', createdAt: 'timestamptz' },
  ...{ files: 'json', people: 'json', person: 'uuid', decisions: 'json', answers: 'json' },
  ...{ hasAnswers: 'bool', isVerified: 'bool' },
})

/** `person`: in the round, whose own link they showed. */
export type Reader = { user: string | null; guest: string | null; person: string | null }

const isListed = needs('d')`d.review_id = {review}::uuid and ({drafts}::boolean or d.state <> 'DRAFT')`

const page = statement('rounds', {
  takes: {
    review: 'uuid',
    user: 'uuid',
    guest: 'uuid',
    person: 'uuid',
    drafts: 'bool',
    limit: 'int4',
    offset: 'int4',
  },
  gives: given,
  text: `select ${columns} from (select * from rounds d where ${isListed}
      order by (d.state = 'OPEN') desc, d.number desc limit {limit}::int offset {offset}::int) d ${self}
    order by (d.state = 'OPEN') desc, d.number desc`,
})
const counted = statement('rounds-count', {
  takes: { review: 'uuid', drafts: 'bool' },
  gives: row<{ total: number }>({ total: 'int4' }),
  text: `select count(*)::int as total from rounds d where ${isListed}`,
})

type Listed = Reader & { review: string; drafts: boolean; limit: number; offset: number }

/** The open one first, then the newest. */
export async function listRoundRows(db: Database, { review, drafts, ...asked }: Listed) {
  const [rows, count] = await Promise.all([
    page.rows(db.pool, { review, drafts, ...asked }),
    counted.first(db.pool, { review, drafts }),
  ])
  return { rows, total: count?.total ?? 0 }
}

const byIds = statement('rounds-by-ids', {
  takes: { ids: 'uuid[]', user: 'uuid', guest: 'uuid', person: 'uuid' },
  gives: given,
  text: `select ${columns} from rounds d ${self} where d.id = any({ids}::uuid[])`,
})

export const findRounds = (db: Database, ids: readonly string[], reader: Reader): Promise<RoundRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : byIds.rows(db.pool, { ids, ...reader })

const isOlder = needs('vote', 'part')`coalesce(vote.version <> part.version, true)`

const decisions = statement('round-decisions', {
  takes: {
    ...{ round: 'uuid', file: 'uuid', person: 'uuid', before: 'uuid', limit: 'int4', onlyCurrent: 'bool' },
  },
  gives: row<DecisionRow>({
    ...{ id: 'uuid', person: 'uuid', name: 'text', fileId: 'uuid', fileName: 'text', version: 'int4' },
    ...{ sha256: 'text', decision: 'text', note: 'text', isReplaced: 'bool', isOlder: 'bool' },
    createdAt: 'timestamptz',
  }),
  text: `select vote.id, vote.person_id as person, ${nameIn('p')} as name, vote.file_id as "fileId",
      vote.file_name as "fileName", vote.version, ${sumOf('vote')} as sha256, vote.decision, vote.note,
      not vote.is_last as "isReplaced", ${isOlder} as "isOlder", vote.created_at as "createdAt"
    from rounds d join round_decisions vote on vote.round_id = d.id
      join round_people p on p.id = vote.person_id
      left join lateral ${filesOfRound('d')} part on part.id = vote.file_id
    where d.id = {round}::uuid and vote.id < {before}::uuid and (not {onlyCurrent}::boolean or not ${isOlder})
      and ({file}::uuid is null or vote.file_id = {file}::uuid)
      and ({person}::uuid is null or vote.person_id = {person}::uuid)
    order by vote.id desc limit {limit}::int`,
})

type DecisionsAsked = {
  round: string
  file: string | null
  person: string | null
  cursor: string | null
  limit: number
  onlyCurrent: boolean
}

/** With every change, newest first. */
export const listDecisionRows = (db: Database, { cursor, ...asked }: DecisionsAsked) =>
  decisions.rows(db.pool, { ...asked, before: cursor ?? lastId })

/** A round for those who change it. */
export type LockedRound = {
  id: string
  reviewId: string
  number: number
  state: 'DRAFT' | 'OPEN' | 'CLOSED'
  isShut: boolean
  endsAt: Date
  timeZone: string
  ofAllFiles: boolean
  ruleKind: 'ALL' | 'AT_LEAST' | 'NAMED'
  ruleCount: number
  closesAtEnd: boolean
  verifiedOnly: boolean
  facts: RoundRow['facts']
  questions: RoundRow['questions']
  hasAnswers: boolean
}

const lock = statement('round-lock', {
  takes: { id: 'uuid' },
  gives: row<LockedRound>({
    ...{ id: 'uuid', reviewId: 'uuid', number: 'int4', state: 'text', isShut: 'bool', endsAt: 'timestamptz' },
    ...{ timeZone: 'text', ofAllFiles: 'bool', ruleKind: 'text', ruleCount: 'int4', closesAtEnd: 'bool' },
    ...{ verifiedOnly: 'bool', facts: 'json', questions: 'jsonb', hasAnswers: 'bool' },
  }),
  text: `select d.id, d.review_id as "reviewId", d.number, d.state,
      d.state = 'CLOSED' or d.closes_at_end and d.state = 'OPEN' and d.ends_at <= now() as "isShut",
      d.ends_at as "endsAt", d.time_zone as "timeZone", d.of_all_files as "ofAllFiles", d.rule_kind as "ruleKind",
      d.rule_count as "ruleCount", d.closes_at_end as "closesAtEnd", d.verified_only as "verifiedOnly",
      ${roundFacts('d')} as facts, d.questions,
      exists (select 1 from round_answers said where said.round_id = d.id) as "hasAnswers"
    from rounds d where d.id = {id}::uuid for no key update of d`,
})

/** Lock the review before. Null if it is gone. */
export const lockRound = (tx: Transaction, id: string): Promise<LockedRound | null> => lock.first(tx, { id })

const openOf = statement('round-open-of', {
  takes: { review: 'uuid' },
  gives: row<{ id: string; isShut: boolean }>({ id: 'uuid', isShut: 'bool' }),
  text: `select d.id, d.closes_at_end and d.ends_at <= now() as "isShut" from rounds d
    where d.review_id = {review}::uuid and d.state = 'OPEN' for no key update`,
})

export const findOpenRound = (tx: Queryable, review: string) => openOf.first(tx, { review })

const keepFiles = statement('round-keep-files', {
  takes: { id: 'uuid' },
  text: `insert into round_files (round_id, file_id, position, name, version)
    select d.id, part.id, coalesce(part.position, 0), part.name, part.version
    from rounds d join lateral ${filesOfRound('d')} part on true where d.id = {id}::uuid
    on conflict (round_id, file_id) do update set position = excluded.position, name = excluded.name, version = excluded.version`,
})
const keepGone = statement('round-keep-gone', {
  takes: { id: 'uuid' },
  text: `update round_people p set was_gone = ${isGone('p', 'd')} from rounds d
    where d.id = {id}::uuid and p.round_id = d.id`,
})
const close = statement('round-close', {
  takes: { id: 'uuid', reason: 'text' },
  text: `update rounds set state = 'CLOSED', closed_at = now(), reason = {reason}::text
    where id = {id}::uuid and state = 'OPEN'`,
})

/** Keeps files and people as they are now, so that what was decided stays readable. */
export async function closeRow(tx: Transaction, id: string, reason: string): Promise<void> {
  await keepFiles.count(tx, { id })
  await keepGone.count(tx, { id })
  await close.count(tx, { id, reason })
  await endLinks(tx, id, true)
}

const forgetFiles = statement('round-forget-files', {
  takes: { id: 'uuid' },
  text: `with dropped as (
      delete from round_files k using rounds d where d.id = {id}::uuid and k.round_id = d.id and d.of_all_files
    ) update round_files k set name = null, version = null from rounds d
      where d.id = {id}::uuid and k.round_id = d.id and not d.of_all_files`,
})
const forgetGone = statement('round-forget-gone', {
  takes: { id: 'uuid' },
  text: 'update round_people set was_gone = false where round_id = {id}::uuid',
})
const open = statement('round-open', {
  takes: { id: 'uuid', reason: 'text' },
  text: `update rounds set state = 'OPEN', opened_at = now(), closed_at = null,
      reason = {reason}::text where id = {id}::uuid`,
})

/** A draft, or a closed one again. */
export async function openRow(tx: Transaction, id: string, reason: string): Promise<void> {
  await forgetFiles.count(tx, { id })
  await forgetGone.count(tx, { id })
  await open.count(tx, { id, reason })
  await endLinks(tx, id, false)
}

const ofOwner = `(select p.id from round_people p where p.user_id = {owner}::uuid)`
const roundsOfOwner = `(select p.round_id from round_people p where p.user_id = {owner}::uuid
  union select own.id from rounds own join reviews held on held.id = own.review_id where held.owner_id = {owner}::uuid)`

const roundsInOwn =
  '(select own.id from rounds own join reviews held on held.id = own.review_id where held.owner_id = {owner}::uuid)'

/** Rounds that someone started, or that are in reviews of theirs. */
export const exportRounds = exportedItems(
  'rounds',
  `select d.id, json_build_object('review', d.review_id, 'number', d.number, 'state', d.state, 'endsAt', d.ends_at,
      'timeZone', d.time_zone, 'message', d.message, 'questions', d.questions, 'rule', d.rule_kind,
      'count', d.rule_count, 'reason', d.reason, 'createdAt', d.created_at) as item
    from rounds d join reviews r on r.id = d.review_id and r.deleted_at is null
    where d.id in (select own.id from rounds own where own.started_by = {owner}::uuid union all select id from ${roundsInOwn} held)
      and d.id > {after}::uuid order by d.id`,
)

/** Decisions of someone, and those in reviews of theirs. */
export const exportDecisions = exportedItems(
  'round-decisions',
  `select vote.id, json_build_object('review', d.review_id, 'round', d.number, 'by', ${nameIn('p')},
      'isYours', vote.person_id in ${ofOwner}, 'file', vote.file_name, 'version', vote.version,
      'sha256', ${sumOf('vote')}, 'decision', vote.decision, 'note', vote.note,
      'isReplaced', not vote.is_last, 'createdAt', vote.created_at) as item
    from round_decisions vote join round_people p on p.id = vote.person_id
      join rounds d on d.id = vote.round_id join reviews r on r.id = d.review_id and r.deleted_at is null
    where vote.round_id in ${roundsOfOwner} and (vote.person_id in ${ofOwner} or r.owner_id = {owner}::uuid)
      and vote.id > {after}::uuid order by vote.id`,
)

export const exportAnswers = exportedItems(
  'round-answers',
  `select said.id, json_build_object('review', d.review_id, 'round', d.number, 'by', ${nameIn('p')},
      'question', (select q ->> 'text' from jsonb_array_elements(d.questions) q where q ->> '_id' = said.question_id::text),
      'answer', said.answer, 'isReplaced', not said.is_last, 'createdAt', said.created_at) as item
    from round_answers said join round_people p on p.id = said.person_id
      join rounds d on d.id = said.round_id join reviews r on r.id = d.review_id and r.deleted_at is null
    where said.round_id in ${roundsOfOwner} and (said.person_id in ${ofOwner} or r.owner_id = {owner}::uuid)
      and said.id > {after}::uuid order by said.id`,
)

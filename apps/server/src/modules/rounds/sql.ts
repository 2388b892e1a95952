import { isIn } from '#server/modules/access/sql'
import { confirmedPeople } from '#server/modules/users/sql'

// What others may ask of rounds, as pieces of their own statement. `d` is a row of rounds.

/** Files of a round; of a closed one as they were. A table: id, name, version, position. */
export const filesOfRound = (d: string) => `(
  select part.id, part.name, part.version, part.position from files part
    where ${d}.state <> 'CLOSED' and part.review_id = ${d}.review_id and part.purpose = 'REVIEW'
      and (${d}.of_all_files or exists (select 1 from round_files chosen
        where chosen.round_id = ${d}.id and chosen.file_id = part.id))
  union all select kept.file_id, kept.name, kept.version, kept.position from round_files kept
    where ${d}.state = 'CLOSED' and kept.round_id = ${d}.id and kept.version is not null)`

/** Whether nobody waits for the person `p`: taken out, gone from the review, or their account is. */
export const isGone = (p: string, d: string) => `(${p}.gone_at is not null or case when ${d}.state = 'CLOSED'
  then ${p}.was_gone else ${p}.is_former
    or ${p}.is_asked and ${p}.email is null and not coalesce(${isIn(`${d}.review_id`, `${p}.user_id`)}, false) end)`

/** Whether its end has closed it, or is about to. */
export const isShut = (d: string) =>
  `(${d}.state = 'CLOSED' or ${d}.state = 'OPEN' and ${d}.closes_at_end and ${d}.ends_at <= now())`

/** Last decisions that count: about the version that the round is about. A table: person_id, file_id, decision. */
export const countingIn = (d: string) => `(
  select vote.person_id, vote.file_id, vote.decision from round_decisions vote
    join ${filesOfRound(d)} part on part.id = vote.file_id and part.version = vote.version
    join round_people voter on voter.id = vote.person_id and voter.gone_at is null
  where vote.round_id = ${d}.id and vote.is_last)`

/** What `outcomeOf` decides by, as JSON. */
export const tallyOf = (d: string) => `(
  with part as materialized (select * from ${filesOfRound(d)} all_parts),
    person as materialized (select p.id, p.is_needed and not ${isGone('p', d)} as is_awaited
      from round_people p where p.round_id = ${d}.id),
    vote as materialized (select * from ${countingIn(d)} counting)
  select json_build_object('files', (select count(*) from part),
    'least', (select coalesce(min(many), 0) from (
      select count(vote.person_id) filter (where vote.decision <> 'CHANGES_REQUESTED') as many
      from part left join vote on vote.file_id = part.id group by part.id) of_part),
    'awaited', (select count(*) from person where is_awaited),
    'approving', (select count(*) from person where is_awaited and (
      select count(*) from vote where vote.person_id = person.id and vote.decision <> 'CHANGES_REQUESTED'
    ) = (select count(*) from part)),
    'refusing', (select count(distinct person_id) from vote where decision = 'CHANGES_REQUESTED'),
    'withChanges', exists (select 1 from vote where decision = 'APPROVED_WITH_CHANGES')))`

/** People asked by name who may still decide, as a JSON list: ids of accounts, or their own. */
const askedOf = (d: string) => `(
  select coalesce(json_agg(who.id), '[]') from round_people p
    left join ${confirmedPeople} named on named.email = p.email and p.user_id is null
    cross join lateral (values (coalesce(p.user_id, named.id)), (case when p.email is not null then p.id end)) who(id)
  where p.round_id = ${d}.id and p.is_asked and not ${isGone('p', d)} and who.id is not null)`

/** Whether the user's address is verified, or one that the guest gave for the round. */
export const isVerifiedIn = (d: string) => `(
  exists (select 1 from ${confirmedPeople} self where self.id = {user}::uuid)
  or exists (select 1 from round_verifications shown where shown.round_id = ${d}.id
    and shown.guest_id = {guest}::uuid and shown.verified_at is not null))`

/** What a round says about itself in lists, as JSON of `RoundFacts`. */
export const roundFacts = (d: string) => `json_build_object('id', ${d}.id, 'number', ${d}.number,
  'state', ${d}.state, 'isShut', ${isShut(d)}, 'endsAt', ${d}.ends_at, 'timeZone', ${d}.time_zone,
  'ruleKind', ${d}.rule_kind, 'ruleCount', ${d}.rule_count, 'startedBy', ${d}.started_by, 'tally', ${tallyOf(d)},
  'isByName', exists (select 1 from round_people named where named.round_id = ${d}.id and named.is_asked),
  'asked', ${askedOf(d)})`

/** The open round of a review, or the last that was closed; null without one. */
export const shownRound = (review: string) => `(select ${roundFacts('shown')} from rounds shown
  where shown.review_id = ${review} and shown.state <> 'DRAFT'
  order by (shown.state = 'OPEN') desc, shown.number desc limit 1)`

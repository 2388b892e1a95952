import type { Database, Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { recordUserEvents } from '#server/db/user-events'
import { isLetIn, reviewPeople } from '#server/modules/access/sql'
import { insertNotifications } from '#server/modules/notifications/sql'
import { countingIn, filesOfRound, isGone } from '#server/modules/rounds/sql'
import { confirmedPeople } from '#server/modules/users/sql'

const notify = statement('round-notify', {
  takes: { round: 'uuid', action: 'text', title: 'text', by: 'text', guest: 'bool', people: 'uuid[]' },
  gives: row<{ user: string }>({ user: 'uuid' }),
  text: `with notified as (${insertNotifications(
    {
      user: 'person.id',
      action: '{action}::text',
      title: `replace({title}::text, '{}', rev.name)`,
      by: '{by}::text',
      guest: '{guest}::boolean',
      review: 'rev.id',
      comment: 'null::uuid',
      round: 'd.id',
    },
    `rounds d join reviews rev on rev.id = d.review_id, (select distinct id from unnest({people}::uuid[]) given(id)) person
    where d.id = {round}::uuid`,
  )} returning user_id, id as target_id
  ), ${recordUserEvents('notified', 'notification.created')}
  select user_id as "user" from notified`,
})

export type RoundNotice = {
  round: string
  action: 'ROUND_OPENED' | 'ROUND_DUE' | 'DECISION_MADE'
  /** `{}` stands for the review's name. */
  title: string
  by: string
  guest: boolean
  people: readonly string[]
}

/** Last in the transaction. Returns whom to signal after the commit. */
export async function insertRoundNotices(tx: Transaction, notice: RoundNotice): Promise<string[]> {
  if (notice.people.length === 0) return []
  return (await notify.rows(tx, notice)).map(({ user }) => user)
}

type Recipient = { user: string; hasDecided: boolean }

const isByName = 'exists (select 1 from round_people named where named.round_id = d.id and named.is_asked)'

const recipients = statement('round-recipients', {
  takes: { round: 'uuid' },
  gives: row<Recipient>({ user: 'uuid', hasDecided: 'bool' }),
  text: `select who.user_id as "user", coalesce(who.person_id in (
      select vote.person_id from ${countingIn('d')} vote group by vote.person_id
      having bool_or(vote.decision = 'CHANGES_REQUESTED') or count(*) = (select count(*) from ${filesOfRound('d')} part)
    ), false) as "hasDecided"
    from rounds d join lateral (
      select coalesce(p.user_id, named.id) as user_id, p.id as person_id from round_people p
        left join ${confirmedPeople} named on named.email = p.email and p.user_id is null
        where p.round_id = d.id and p.is_asked and not ${isGone('p', 'd')}
      union select i.user_id, (select own.id from round_people own
          where own.round_id = d.id and own.user_id = i.user_id)
        from ${reviewPeople} i where i.review_id = d.review_id and i.role <> 'VIEWER' and ${isLetIn('i')}
          and i.user_id is distinct from d.started_by and not ${isByName}
    ) who on who.user_id is not null
    where d.id = {round}::uuid`,
})

/** Accounts that are asked: by name, or without names the members who may comment. */
export const listRecipients = (tx: Transaction, round: string): Promise<Recipient[]> =>
  recipients.rows(tx, { round })

const runners = statement('round-runners', {
  takes: { round: 'uuid' },
  gives: row<{ user: string }>({ user: 'uuid' }),
  text: `select distinct p.user_id as "user" from rounds d join ${reviewPeople} p on p.review_id = d.review_id
    where d.id = {round}::uuid and ${isLetIn('p')}
      and (p.role = 'OWNER' or p.role = 'EDITOR' and p.user_id = d.started_by)`,
})

/** The owner, and the editor who started it. */
export async function listRunners(tx: Transaction, round: string): Promise<string[]> {
  return (await runners.rows(tx, { round })).map(({ user }) => user)
}

/** Half time, a day and an hour before the end of the round `d`, if after its opening. */
const isDue = {
  half: `d.reminded_half_at is null and now() >= d.opened_at + (d.ends_at - d.opened_at) / 2`,
  day: `d.reminded_day_at is null and now() >= d.ends_at - interval '1 day' and d.opened_at < d.ends_at - interval '1 day'`,
  hour: `d.reminded_hour_at is null and now() >= d.ends_at - interval '1 hour' and d.opened_at < d.ends_at - interval '1 hour'`,
} as const
const isAnyDue = `d.ends_at > now() and (${Object.values(isDue).join(' or ')})`

const waiting = statement('rounds-due', {
  takes: {},
  gives: row<{ id: string; reviewId: string }>({ id: 'uuid', reviewId: 'uuid' }),
  text: `select d.id, d.review_id as "reviewId" from rounds d join reviews r on r.id = d.review_id and r.deleted_at is null
    where d.state = 'OPEN' and (d.closes_at_end and d.ends_at <= now() or ${isAnyDue}) order by d.ends_at`,
})

/** Open rounds with a reminder to send, or whose end closes them. */
export const findDue = (db: Database) => waiting.rows(db.pool, {})

const take = statement('round-take-reminder', {
  takes: { round: 'uuid' },
  text: `update rounds d set reminded_half_at = case when ${isDue.half} then now() else d.reminded_half_at end,
      reminded_day_at = case when ${isDue.day} then now() else d.reminded_day_at end,
      reminded_hour_at = case when ${isDue.hour} then now() else d.reminded_hour_at end
    where d.id = {round}::uuid and d.state = 'OPEN' and ${isAnyDue}`,
})

/** False if no reminder is due: each is sent once, and what was missed is not made up for. */
export const takeReminder = async (tx: Transaction, round: string): Promise<boolean> =>
  (await take.count(tx, { round })) > 0

const forget = statement('round-forget-reminders', {
  takes: { round: 'uuid' },
  text: `update rounds d set reminded_half_at = case when ${isDue.half.replace('d.reminded_half_at is null and ', '')} then d.reminded_half_at end,
      reminded_day_at = case when d.ends_at - interval '1 day' <= now() then d.reminded_day_at end,
      reminded_hour_at = case when d.ends_at - interval '1 hour' <= now() then d.reminded_hour_at end
    where d.id = {round}::uuid`,
})

/** After another end or opening: reminders that are still to come are sent again. */
export const resetReminders = (tx: Transaction, round: string) => forget.count(tx, { round })

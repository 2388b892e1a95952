import type { DecisionKind } from '@wingmark/contract/rounds'
import type { Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { filesOfRound, isVerifiedIn } from '#server/modules/rounds/sql'
import { ownPerson, type Reader } from '#server/modules/rounds/store'

export type FileOfRound = {
  id: string
  name: string
  version: number
  lastVersion: number
  sha256: Buffer | null
}

const parts = statement('round-parts', {
  takes: { round: 'uuid', ids: 'uuid[]' },
  gives: row<FileOfRound>({
    id: 'uuid',
    name: 'text',
    version: 'int4',
    lastVersion: 'int4',
    sha256: 'bytea',
  }),
  text: `select part.id, part.name, part.version, f.last_version as "lastVersion", b.sha256
    from rounds d join lateral ${filesOfRound('d')} part on true
      join files f on f.id = part.id join blobs b on b.id = f.blob_id
    where d.id = {round}::uuid and part.id = any({ids}::uuid[])`,
})

/** Which of these files are in the round, in their current versions. */
export const findParts = (tx: Transaction, round: string, ids: readonly string[]) =>
  parts.rows(tx, { round, ids })

export type Decider = { person: string | null; many: number; decided: number; isVerified: boolean }

const decider = statement('round-decider', {
  takes: { round: 'uuid', user: 'uuid', guest: 'uuid', person: 'uuid' },
  gives: row<Decider>({ person: 'uuid', many: 'int4', decided: 'int4', isVerified: 'bool' }),
  text: `select own.person, (select count(*)::int from round_people p where p.round_id = d.id) as many,
      (select count(*)::int from round_decisions vote where vote.person_id = own.person) as decided,
      ${isVerifiedIn('d')} as "isVerified"
    from rounds d join lateral (select ${ownPerson('d')} as person) own on true where d.id = {round}::uuid`,
})

/** Who decides, in this round; `many` people are in it. */
export async function findDecider(tx: Transaction, round: string, reader: Reader): Promise<Decider> {
  const found = await decider.first(tx, { round, ...reader })
  return found ?? { person: null, many: 0, decided: 0, isVerified: false }
}

const addPerson = statement('round-add-person', {
  takes: { id: 'uuid', round: 'uuid', user: 'uuid', guest: 'uuid', place: 'int4' },
  text: `insert into round_people (id, round_id, place, user_id, guest_id, is_asked, is_needed)
    values ({id}::uuid, {round}::uuid, {place}::int, {user}::uuid, {guest}::uuid, false, false)`,
})
// With one name for two links on one device, only the first row has the guest.
const namePerson = statement('round-name-person', {
  takes: { id: 'uuid', user: 'uuid', guest: 'uuid', name: 'text' },
  text: `update round_people p set name = {name}::text, user_id = coalesce(p.user_id, {user}::uuid),
      guest_id = case when p.user_id is null and {user}::uuid is null then coalesce({guest}::uuid, p.guest_id) end
    where p.id = {id}::uuid and p.email is not null and not exists (select 1 from round_people other
      where other.round_id = p.round_id and other.id <> p.id
        and (other.user_id = {user}::uuid or other.guest_id = {guest}::uuid))`,
})

/** Someone who decides without being asked by name. */
export async function insertPerson(
  tx: Transaction,
  { id, round, place, user, guest }: Omit<Reader, 'person'> & { id: string; round: string; place: number },
): Promise<void> {
  await addPerson.count(tx, { id, round, place, user, guest })
}

/** Someone named by address decides with this account, or under this name. */
export async function bindPerson(
  tx: Transaction,
  { id, user, guest, name }: Omit<Reader, 'person'> & { id: string; name: string },
): Promise<void> {
  await namePerson.count(tx, { id, user, guest, name })
}

export type NewDecision = {
  id: string
  file: string
  name: string
  version: number
  sha256: string | null
  decision: DecisionKind
  note: string
}

const putDecisions = statement('round-put-decisions', {
  takes: { person: 'uuid', given: 'jsonb' },
  gives: row<{ file: string; before: DecisionKind | null }>({ file: 'uuid', before: 'text' }),
  text: `with given as (
      select e.* from jsonb_array_elements({given}::jsonb) o(item),
        jsonb_to_record(o.item) as e(id uuid, file uuid, name text, version int, sha256 text, decision text, note text)
    ), changed as (
      select given.*, was.decision as before from given left join round_decisions was
        on was.person_id = {person}::uuid and was.file_id = given.file and was.is_last
      where was.id is null or (was.version, was.decision, was.note) is distinct from (given.version, given.decision, given.note)
    ), replaced as (
      update round_decisions vote set is_last = false from changed
      where vote.person_id = {person}::uuid and vote.file_id = changed.file and vote.is_last returning vote.file_id
    ) select changed.file, changed.before from changed left join replaced on replaced.file_id = changed.file`,
})
const addDecisions = statement('round-add-decisions', {
  takes: { round: 'uuid', person: 'uuid', given: 'jsonb', files: 'uuid[]' },
  text: `insert into round_decisions (id, round_id, person_id, file_id, file_name, version, sha256, decision, note)
    select e.id, {round}::uuid, {person}::uuid, e.file, e.name, e.version, decode(e.sha256, 'hex'), e.decision, e.note
    from jsonb_array_elements({given}::jsonb) o(item),
      jsonb_to_record(o.item) as e(id uuid, file uuid, name text, version int, sha256 text, decision text, note text)
    where e.file = any({files}::uuid[])`,
})

/** Keeps every change; what is decided already stays as it is. Returns the changed files. */
export async function writeDecisions(
  tx: Transaction,
  of: { round: string; person: string },
  decisions: readonly NewDecision[],
): Promise<{ file: string; before: DecisionKind | null }[]> {
  const given = JSON.stringify(decisions)
  const changed = await putDecisions.rows(tx, { person: of.person, given })
  if (changed.length > 0)
    await addDecisions.count(tx, { ...of, given, files: changed.map(({ file }) => file) })
  return changed
}

const replaceAnswers = statement('round-replace-answers', {
  takes: { person: 'uuid', given: 'jsonb' },
  gives: row<{ question: string }>({ question: 'uuid' }),
  text: `with given as (
      select e.* from jsonb_array_elements({given}::jsonb) o(item),
        jsonb_to_record(o.item) as e(question uuid, answer text)
    ), changed as (
      select given.question from given left join round_answers was
        on was.person_id = {person}::uuid and was.question_id = given.question and was.is_last
      where was.id is null or was.answer <> given.answer
    ), replaced as (
      update round_answers said set is_last = false from changed
      where said.person_id = {person}::uuid and said.question_id = changed.question and said.is_last
      returning said.question_id
    ) select changed.question from changed left join replaced on replaced.question_id = changed.question`,
})
const addAnswers = statement('round-add-answers', {
  takes: { round: 'uuid', person: 'uuid', given: 'jsonb', questions: 'uuid[]' },
  text: `insert into round_answers (id, round_id, person_id, question_id, answer)
    select e.id, {round}::uuid, {person}::uuid, e.question, e.answer
    from jsonb_array_elements({given}::jsonb) o(item),
      jsonb_to_record(o.item) as e(id uuid, question uuid, answer text)
    where e.question = any({questions}::uuid[])`,
})
const answered = statement('round-answered', {
  takes: { person: 'uuid' },
  gives: row<{ question: string }>({ question: 'uuid' }),
  text: 'select question_id as question from round_answers where person_id = {person}::uuid and is_last',
})

/** Which questions the person has answered. */
export const findAnswered = (tx: Transaction, person: string) => answered.rows(tx, { person })

/** As `writeDecisions`. */
export async function writeAnswers(
  tx: Transaction,
  of: { round: string; person: string },
  answers: readonly { id: string; question: string; answer: string }[],
): Promise<void> {
  const given = JSON.stringify(answers)
  const changed = await replaceAnswers.rows(tx, { person: of.person, given })
  if (changed.length > 0)
    await addAnswers.count(tx, { ...of, given, questions: changed.map(({ question }) => question) })
}

import { expect, test } from 'vitest'
import { openDatabase } from '#server/db/client'
import { createTestDatabase } from '../../../../test/test-database.ts'

// New tables either join a module's `exported` and this list, or stand below with the reason.
const exported = [
  ...['ai_readings', 'blocks', 'check_words', 'comments', 'connection_profiles', 'connections'],
  ...['conversation_sides', 'conversations', 'deliveries', 'files', 'members', 'messages', 'notifications'],
  ...[
    'private_notes',
    'reactions',
    'replies',
    'reports',
    'review_archives',
    'review_mutes',
    'reviews',
    'round_people',
    'rounds',
    'subscriptions',
    'tasks',
  ],
  ...['testimonials', 'timeline_items', 'transfers', 'users', 'workspaces'],
]
const notExported = {
  ai_answers: 'what was given already, for an hour, in case the line broke',
  alignments: 'where pins are on a later version, which is each comment’s',
  carries: 'the same',
  fixes: 'what a comment’s status says, too',
  access_requests: 'for two weeks; the review’s owner sees who asks',
  check_runs: 'what is found belongs to the file',
  downloads: 'what others took along, counted for a while',
  email_change_codes: 'a secret, for ten minutes',
  email_changes: 'so that it can be taken back, for a week',
  guests: 'the words that a guest wrote are exported with their author',
  invitations: 'those who came are with each review and workspace',
  password_resets: 'a secret, for an hour',
  restrictions: 'the operator’s own',
  sessions: 'a secret',
  uploads: 'not whole yet',
  usage_meters: 'counters of a month',
  usage_reservations: 'counters of a call',
  user_event_counts: 'counters of a stream',
  user_events: 'tells of what is exported itself',
  workspace_looks: 'up to where they have read',
}

test('every table that names an account is exported, or listed here with a reason', async () => {
  const database = await createTestDatabase()
  const db = openDatabase(database.url, { warn: () => {} })
  const { rows } = await db.pool.query<{ name: string }>(
    `select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'users'::regclass order by 1`,
  )
  await db.close()
  await database.drop()
  expect(rows.map(({ name }) => name)).toEqual([...exported, ...Object.keys(notExported)].toSorted())
})

import { formatTimeLeft } from '@wingmark/contract/formats'
import type { QueryConfig } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { DomainError } from '#server/platform/domain-error'
import { takeWord } from '#server/platform/word-limit'

type Rule = { points: number; seconds: number }

/** How often each thing may be tried; counted in the database, across all processes. */
const rules = {
  loginByTrier: { points: 10, seconds: 15 * 60 },
  /** Beyond this, attempts are slow, not refused: see `tally`. The same for mails. */
  loginByAccount: { points: 10, seconds: 15 * 60 },
  /** For an account, from all networks of one site: see `siteOf`. The same for mails. */
  loginBySite: { points: 100, seconds: 15 * 60 },
  loginByAddress: { points: 300, seconds: 15 * 60 },
  /** Wrong passwords for an email address from all unknown devices: see `countGuess`. */
  guessByEmail: { points: 100, seconds: 60 * 60 },
  guessMailByEmail: { points: 1, seconds: 24 * 60 * 60 },
  guessLog: { points: 1, seconds: 60 * 60 },
  registerByAddress: { points: 60, seconds: 60 * 60 },
  accessKeyByLink: { points: 100, seconds: 15 * 60 },
  accessKeyByAddress: { points: 10, seconds: 15 * 60 },
  /** Different keys: `accessKeyTried` recognises repeated ones. */
  accessKeyTried: { points: 1, seconds: 15 * 60 },
  accessKeyClosed: { points: 1, seconds: 15 * 60 },
  accessKeyOpened: { points: 1, seconds: 15 * 60 },
  shareCodeByAddress: { points: 60, seconds: 15 * 60 },
  /** Members who open their own things count too: the page does not know them yet. */
  reviewMissByAddress: { points: 2_000, seconds: 15 * 60 },
  guestByAddress: { points: 1_000, seconds: 60 * 60 },
  guestWordsByAddress: { points: 2_000, seconds: 10 * 60 },
  codeMailByTrier: { points: 5, seconds: 15 * 60 },
  codeMailByTrierADay: { points: 20, seconds: 24 * 60 * 60 },
  codeMailBySiteADay: { points: 60, seconds: 24 * 60 * 60 },
  codeMailByAccount: { points: 5, seconds: 15 * 60 },
  codeMailByAddress: { points: 1_000, seconds: 15 * 60 },
  codeTryByAddress: { points: 1_000, seconds: 15 * 60 },
  resetMailByTrier: { points: 5, seconds: 15 * 60 },
  resetMailByAccount: { points: 5, seconds: 15 * 60 },
  resetMailByAddress: { points: 1_000, seconds: 15 * 60 },
  resetTryByAddress: { points: 300, seconds: 15 * 60 },
  checkEmailByAddress: { points: 300, seconds: 15 * 60 },
  googleByAddress: { points: 300, seconds: 15 * 60 },
  passwordBySession: { points: 10, seconds: 15 * 60 },
  /** Creating and changing reviews, their links and roles; one for each separately added file. */
  reviewByUser: { points: 3_000, seconds: 10 * 60 },
  fileByUser: { points: 3_000, seconds: 10 * 60 },
  statusByWriter: { points: 3_000, seconds: 10 * 60 },
  settingsByUser: { points: 600, seconds: 60 * 60 },
  redrawByUser: { points: 30, seconds: 10 * 60 },
  pdfPasswordByUser: { points: 20, seconds: 15 * 60 },
  fileOrderByUser: { points: 3_000, seconds: 10 * 60 },
  versionByUser: { points: 300, seconds: 60 * 60 },
  roundByUser: { points: 600, seconds: 10 * 60 },
  /** One for each page that nobody has compared yet. */
  compareByWriter: { points: 1_200, seconds: 60 * 60 },
  compareByAddress: { points: 600, seconds: 60 * 60 },
  commentExportByUser: { points: 120, seconds: 60 * 60 },
  exportByUser: { points: 20, seconds: 60 * 60 },
  inviteByUser: { points: 50, seconds: 60 * 60 },
  inviteByRecipient: { points: 5, seconds: 24 * 60 * 60 },
  reviewInvitesByUser: { points: 200, seconds: 24 * 60 * 60 },
  reviewInvitesByRecipient: { points: 30, seconds: 24 * 60 * 60 },
  accessAskByUser: { points: 30, seconds: 24 * 60 * 60 },
  workspaceByUser: { points: 120, seconds: 60 * 60 },
  taskByUser: { points: 1_200, seconds: 10 * 60 },
  timelineByUser: { points: 600, seconds: 10 * 60 },
  noteByUser: { points: 1_200, seconds: 10 * 60 },
  readMarksByUser: { points: 2_000, seconds: 10 * 60 },
  planByUser: { points: 60, seconds: 60 * 60 },
  /** One for each file of a large folder. */
  transferByUser: { points: 20_000, seconds: 60 * 60 },
  zipByUser: { points: 300, seconds: 60 * 60 },
  deliveryByUser: { points: 1_000, seconds: 60 * 60 },
  recipientsByUser: { points: 500, seconds: 24 * 60 * 60 },
  deliveriesByRecipient: { points: 60, seconds: 24 * 60 * 60 },
  claimByAddress: { points: 600, seconds: 60 * 60 },
  askForLinkByAddress: { points: 100, seconds: 60 * 60 },
  askForLinkByLink: { points: 1, seconds: 24 * 60 * 60 },
  /** One for each file. */
  checkByUser: { points: 1_500, seconds: 60 * 60 },
  findingByUser: { points: 3_000, seconds: 10 * 60 },
  aiByUser: { points: 30, seconds: 60 * 60 },
  aiSettingByUser: { points: 120, seconds: 60 * 60 },
  testimonialByUser: { points: 20, seconds: 60 * 60 },
  connectByUser: { points: 200, seconds: 60 * 60 },
  blockByUser: { points: 100, seconds: 60 * 60 },
  reportByUser: { points: 20, seconds: 24 * 60 * 60 },
  profileByUser: { points: 60, seconds: 60 * 60 },
  messageByUser: { points: 300, seconds: 10 * 60 },
  messageReadByUser: { points: 1_200, seconds: 10 * 60 },
  archiveByUser: { points: 600, seconds: 10 * 60 },
  /** A palette queries with every few letters, once for each kind. */
  searchByUser: { points: 3_000, seconds: 10 * 60 },
  skillsByUser: { points: 600, seconds: 15 * 60 },
  usernameCheckByUser: { points: 300, seconds: 15 * 60 },
  invitationTokenByAddress: { points: 60, seconds: 15 * 60 },
} as const satisfies Record<string, Rule>

export type LimitName = keyof typeof rules

/** `over`: by how much the rule is exceeded. */
type Running = { since: Date; until: Date; points: number; over: number }

export type Limits = {
  /** Counts one try (or `points`) for each key; throws RATE_LIMITED once a rule's points are used up. */
  consume(tries: Partial<Record<LimitName, string>>, points?: number): Promise<void>
  /** Counts one try and returns by how much its rule is exceeded; refuses nothing. */
  tally(limit: LimitName, key: string): Promise<number>
  /** Those of these keys that have a running count, in one statement. */
  running(limit: LimitName, keys: readonly string[]): Promise<Map<string, Running>>
  /** Forgets the tries, after one that succeeded. */
  forgive(tries: Partial<Record<LimitName, string>>): Promise<void>
  /** Takes back one correct try; those before it stay counted. */
  giveBack(tries: Partial<Record<LimitName, string>>): Promise<void>
  /** Deletes expired counters. */
  sweep(): Promise<void>
  /** Counts one thing that a person writes in a review; throws RATE_LIMITED. */
  consumeWord(actor: string, reviewId: string): Promise<void>
}

/** Counts need not survive a crash, so nobody waits for the disk: the counting statement says so itself. */
const unwaited = ({ pool }: Database) => ({
  query: ({ text, ...rest }: QueryConfig) =>
    pool.query({
      ...rest,
      text: text.replace(
        'RETURNING points, expire',
        `RETURNING points, expire, set_config('synchronous_commit', 'off', true)`,
      ),
    }),
})

const counted = statement('limits-running', {
  takes: { keys: 'text[]' },
  gives: row<{ key: string; points: number; untilMs: number }>({
    key: 'text',
    points: 'int4',
    untilMs: 'int8',
  }),
  text: `select key, points, expire as "untilMs" from rate_limits
    where key = any({keys}::text[]) and expire > extract(epoch from clock_timestamp()) * 1000`,
})

const sweepAtOnce = 10_000

// A counter in use is left for the next time.
const sweepOver = statement('limits-sweep', {
  takes: { max: 'int4' },
  text: `delete from rate_limits where key in (
      select key from rate_limits where expire <= extract(epoch from clock_timestamp()) * 1000
      limit {max}::int for update skip locked)`,
})

/** Says how long to wait if that is more than a moment. */
function tooMany(retryAfterSeconds: number): DomainError {
  const wait = formatTimeLeft(new Date(Date.now() + retryAfterSeconds * 1_000).toISOString())
  const message = `Too many attempts. Please try again ${wait}.`
  return new DomainError(
    'RATE_LIMITED',
    retryAfterSeconds < 60 ? { retryAfterSeconds } : { retryAfterSeconds, message },
  )
}

/** `points`: for other needs, such as a whole office that registers from one address. */
export function createLimits(db: Database, points: Partial<Record<LimitName, number>>): Limits {
  const limiters = new Map<string, RateLimiterPostgres>()
  const given = new Map(Object.entries(points))
  for (const [name, rule] of Object.entries(rules)) {
    limiters.set(
      name,
      new RateLimiterPostgres({
        storeClient: unwaited(db),
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        keyPrefix: name,
        points: given.get(name) ?? rule.points,
        duration: rule.seconds,
        clearExpiredByTimeout: false,
      }),
    )
  }
  return {
    async consume(tries, points = 1) {
      for (const [name, key] of Object.entries(tries)) {
        try {
          await limiters.get(name)?.consume(key, points)
        } catch (refused) {
          if (!(refused instanceof RateLimiterRes)) throw refused
          throw tooMany(Math.max(1, refused.msBeforeNext / 1000))
        }
      }
    },
    async tally(limit, key) {
      const counted = await limiters.get(limit)?.penalty(key)
      return (counted?.consumedPoints ?? 0) - rules[limit].points
    },
    async running(limit, keys) {
      const rows = await counted.rows(db.pool, { keys: keys.map((key) => `${limit}:${key}`) })
      return new Map(
        rows.map(({ key, points, untilMs }) => [
          key.slice(limit.length + 1),
          {
            ...{ points, over: points - rules[limit].points },
            ...{ until: new Date(untilMs), since: new Date(untilMs - rules[limit].seconds * 1_000) },
          },
        ]),
      )
    },
    async forgive(tries) {
      for (const [name, key] of Object.entries(tries)) await limiters.get(name)?.delete(key)
    },
    async giveBack(tries) {
      for (const [name, key] of Object.entries(tries)) await limiters.get(name)?.reward(key)
    },
    async sweep() {
      while ((await sweepOver.count(db.pool, { max: sweepAtOnce })) === sweepAtOnce);
    },
    async consumeWord(actor, reviewId) {
      const { isTaken, waitMs } = await takeWord(db, actor, reviewId)
      if (!isTaken) throw new DomainError('RATE_LIMITED', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
    },
  }
}

import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytea, createdAt, time } from './columns.ts'
import { files } from './files.ts'

const mailAreas = ['COMMENTS', 'PEOPLE', 'TRANSFERS', 'WORKSPACES', 'PLANS'] as const

export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    /** Lower case. */
    email: text().notNull().unique(),
    /** Lower case. */
    username: text().notNull().unique(),
    /** What two usernames that look alike have in common: see `usernameKey`. */
    usernameKey: text('username_key').generatedAlwaysAs((): SQL => sql`translate(username, '0l1._-', 'oii')`),
    passwordHash: text('password_hash'),
    /** Google's id of the person. */
    googleId: text('google_id').unique(),
    /** Since when we know that the address is theirs: by a code, a reset, or Google. */
    emailConfirmedAt: time('email_confirmed_at'),
    /** The picture's file; gone with it. */
    avatarKey: text('avatar_key')
      .unique()
      .references((): AnyPgColumn => files.key, { onDelete: 'set null' }),
    /** The picture's path. */
    avatar: text().generatedAlwaysAs((): SQL => sql`'/files/avatar/' || avatar_key`),
    plan: text({ enum: ['FREE', 'PILOT', 'COMMANDER'] })
      .notNull()
      .default('FREE'),
    /** How soon mails tell; being mentioned is always told at once. */
    notify: text({ enum: ['INSTANT', 'HOURLY', 'DAILY'] })
      .notNull()
      .default('INSTANT'),
    /** About what mails come, besides being mentioned. */
    mailAreas: text('mail_areas', { enum: mailAreas })
      .array()
      .notNull()
      .default([...mailAreas]),
    /** Null until one is chosen. */
    theme: text({ enum: ['SYSTEM', 'LIGHT', 'DARK'] }),
    /** Tokens of devices are signed over it. */
    deviceEpoch: integer('device_epoch').notNull().default(1),
    /** The address was proved by somebody who may not have made what was there; null once they said what becomes of it. */
    earlierAskedAt: time('earlier_asked_at'),
    /** Not a person: keeps what this user has removed, until it can no longer be undone. */
    keptFor: uuid('kept_for')
      .unique()
      .references((): AnyPgColumn => users.id),
    /** False: sees none of what AI offers. */
    usesAi: boolean('uses_ai').notNull().default(true),
    /** The host that they were told what they have AI read goes to. */
    aiToldHost: text('ai_told_host'),
    usedBytes: bigint('used_bytes', { mode: 'number' }).notNull().default(0),
    /** Beside what the plan gives. */
    extraStorageBytes: bigint('extra_storage_bytes', { mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    index('users_username_key').on(table.usernameKey),
    index('users_resting').on(table.id).where(sql`earlier_asked_at is not null or kept_for is not null`),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: bytea('token_hash').notNull().unique(),
    /** The browser's own words, cut. */
    device: text(),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('sessions_user').on(table.userId)],
)

export const guests = pgTable('guests', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  email: text(),
  tokenHash: bytea('token_hash').notNull().unique(),
  claimedBy: uuid('claimed_by').references(() => users.id, { onDelete: 'set null' }),
  /** What a deleted account has written in reviews of others is this one's. */
  isFormer: boolean('is_former').notNull().default(false),
  createdAt: createdAt(),
})

/** The newest code of an address and of who asked for it, whether it has an account or not, so that both answer the same. */
export const loginCodes = pgTable(
  'login_codes',
  {
    /** Lower case. */
    email: text().notNull(),
    /** The session, device or network; nobody can replace or spend what another has asked for. */
    askedFrom: text('asked_from').notNull().default(''),
    codeHash: text('code_hash').notNull(),
    /** Codes that were judged against it; spent at the maximum. */
    tries: integer().notNull().default(0),
    /** Of these, those that came from others than who asked. */
    strangeTries: integer('strange_tries').notNull().default(0),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.email, table.askedFrom] })],
)

export const passwordResets = pgTable(
  'password_resets',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    askedFrom: text('asked_from').notNull().default(''),
    tokenHash: bytea('token_hash').notNull().unique(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.askedFrom] })],
)

/** The newest code that was sent to somebody's own address, to confirm it, or to one that they change to. */
export const emailChangeCodes = pgTable('email_change_codes', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Lower case. */
  email: text().notNull(),
  codeHash: text('code_hash').notNull(),
  tries: integer().notNull().default(0),
  expiresAt: time('expires_at').notNull(),
})

/** Changes of an address that can still be taken back from the former one, which nobody else gets until then. */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    former: text().notNull(),
    wasConfirmed: boolean('was_confirmed').notNull(),
    formerGoogleId: text('former_google_id'),
    /** Of the token in the mail to the former address; null until that is written. */
    tokenHash: bytea('token_hash').unique(),
    /** What was sent to the former address, and went along. */
    invitations: uuid().array().notNull().default(sql`'{}'`),
    links: uuid().array().notNull().default(sql`'{}'`),
    createdAt: createdAt(),
  },
  (table) => [index('email_changes_user').on(table.userId), index('email_changes_former').on(table.former)],
)

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
    /** Equal for usernames that look alike: see `usernameKey`. */
    usernameKey: text('username_key').generatedAlwaysAs((): SQL => sql`translate(username, '0l1._-', 'oii')`),
    passwordHash: text('password_hash'),
    /** Google's id of the user. */
    googleId: text('google_id').unique(),
    /** When the address was verified: by a code, a reset, or Google. */
    emailConfirmedAt: time('email_confirmed_at'),
    /** The picture's file; null once that is deleted. */
    avatarKey: text('avatar_key')
      .unique()
      .references((): AnyPgColumn => files.key, { onDelete: 'set null' }),
    /** The picture's path. */
    avatar: text().generatedAlwaysAs((): SQL => sql`'/files/avatar/' || avatar_key`),
    plan: text({ enum: ['FREE', 'PILOT', 'COMMANDER'] })
      .notNull()
      .default('FREE'),
    /** How soon mails are sent; those about mentions are sent at once. */
    notify: text({ enum: ['INSTANT', 'HOURLY', 'DAILY'] })
      .notNull()
      .default('INSTANT'),
    /** The areas for which mails are sent; those about mentions always are. */
    mailAreas: text('mail_areas', { enum: mailAreas })
      .array()
      .notNull()
      .default([...mailAreas]),
    /** Null until one is chosen. */
    theme: text({ enum: ['SYSTEM', 'LIGHT', 'DARK'] }),
    /** Part of what the signatures of device tokens cover. */
    deviceEpoch: integer('device_epoch').notNull().default(1),
    /**
     * Set when someone verified the address of an account with work of unknown origin; null once they decided on it.
     */
    unverifiedAskedAt: time('earlier_asked_at'),
    /** Not a person: holds what this user has removed, until that can no longer be undone. */
    keptFor: uuid('kept_for')
      .unique()
      .references((): AnyPgColumn => users.id),
    /** False: sees no AI features. */
    usesAi: boolean('uses_ai').notNull().default(true),
    /** The host that the user knows to receive what they have AI read. */
    aiNoticeHost: text('ai_told_host'),
    usedBytes: bigint('used_bytes', { mode: 'number' }).notNull().default(0),
    /** Beyond the plan's storage. */
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
    /** The browser's own description, cut. */
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
  /** This user holds what a deleted account wrote in others' reviews. */
  isFormer: boolean('is_former').notNull().default(false),
  createdAt: createdAt(),
})

/** The newest code for an address and a requester; also without an account, so that both answers are equal. */
export const loginCodes = pgTable(
  'login_codes',
  {
    /** Lower case. */
    email: text().notNull(),
    /** The session, device or network; nobody can replace or use up a code that another one requested. */
    askedFrom: text('asked_from').notNull().default(''),
    codeHash: text('code_hash').notNull(),
    /** Attempts on it; used up at the maximum. */
    tries: integer().notNull().default(0),
    /** Attempts by others than the requester. */
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

/** The newest code sent to someone's own address, to verify it, or to their future one. */
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

/** Address changes that can still be undone from the former address, which nobody else gets until then. */
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
    /** The hash of the token in the mail to the former address; null until that is written. */
    tokenHash: bytea('token_hash').unique(),
    /** Invitations to the former address, which were changed too. */
    invitations: uuid().array().notNull().default(sql`'{}'`),
    links: uuid().array().notNull().default(sql`'{}'`),
    createdAt: createdAt(),
  },
  (table) => [index('email_changes_user').on(table.userId), index('email_changes_former').on(table.former)],
)

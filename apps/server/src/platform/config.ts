import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { StartupError } from '#server/platform/startup-error'

export type S3Config = {
  /** null: Amazon's own address for the region. */
  endpoint: string | null
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

export type StripeConfig = {
  secretKey: string
  webhookSecret: string
  priceCommander: string
  /** null: no packs of storage are sold. */
  priceStorage: string | null
}

export type AiConfig = { baseUrl: string; apiKey: string | null; model: string }

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

export type Config = {
  host: string
  port: number
  /** Absolute path. */
  dataDir: string
  /** null: the embedded PostgreSQL in `dataDir/postgres`. */
  databaseUrl: string | null
  /** PostgreSQL itself, where `databaseUrl` is a pooler's; null: `databaseUrl` serves for all. */
  databaseDirectUrl: string | null
  /** False for a pooler that knows no prepared statements. */
  isDatabasePrepared: boolean
  /** null: files are kept in `dataDir/files`. */
  s3: S3Config | null
  /** null: mail is written as `.eml` into `dataDir/mail`. */
  smtpUrl: string | null
  mailFrom: string
  /** Origin without a trailing slash. */
  publicUrl: string
  /** URL without a trailing slash. */
  filesUrl: string
  googleClientId: string | null
  ai: AiConfig | null
  /** A folder of pairs of Hunspell files; null: English alone. */
  spellDictionaries: string | null
  /** How people get plans: free for everyone, from the operator, or by payment. */
  plansMode: 'OPEN' | 'OPERATOR' | 'STRIPE'
  stripe: StripeConfig | null
  /** The most storage that someone can take free of charge, in total. */
  storageMaxBytes: number
  /** The contact address for this server. */
  operatorEmail: string | null
  /** As Fastify takes it: all proxies, none, a number of hops, or addresses. */
  trustProxy: boolean | number | string[]
  logLevel: LogLevel
  /** null: only the loopback address gets metrics. */
  metricsToken: string | null
  /** Accounts that one network address may create in an hour. */
  registrationsPerHour: number
}

const webUrl = (message: string) =>
  z
    .string()
    .refine((value) => /^https?:\/\//i.test(value) && URL.canParse(value), message)
    .transform((value) => new URL(value))
    .refine((url) => url.search === '' && url.hash === '' && url.username === '', message)

const namedProxies = new Set(['loopback', 'linklocal', 'uniquelocal'])

const isProxyAddress = (value: string) => {
  const [address = '', bits, ...rest] = value.split('/')
  if (namedProxies.has(value)) return true
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

const trustProxy = z.string().transform((value, context): boolean | number | string[] => {
  if (value === 'true') return true
  if (value === 'false') return false
  if (/^\d{1,2}$/.test(value)) return Number(value)
  const addresses = value.split(',').map((part) => part.trim())
  if (addresses.every(isProxyAddress)) return addresses
  context.addIssue({
    code: 'custom',
    message: 'must be true, false, a number of proxies, or the addresses of the proxies separated by commas',
  })
  return z.NEVER
})

const databaseUrl = z
  .string()
  .refine(
    (value) => /^postgres(ql)?:\/\//.test(value) && URL.canParse(value),
    'must look like postgres://user:password@host:5432/name, with special characters of the password percent-encoded',
  )

const variables = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a whole number from 1 to 65535')
    .transform(Number)
    .refine((port) => port >= 1 && port <= 65535, 'must be a whole number from 1 to 65535')
    .default(3000),
  HOST: z
    .string()
    .refine(
      (host) => isIP(host) !== 0 || /^[a-z0-9.-]+$/i.test(host),
      'must be an address or a host name to listen on, such as 127.0.0.1 or 0.0.0.0',
    )
    .default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_PREPARED: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  S3_ENDPOINT: webUrl('must be an address such as https://s3.example.com').optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  SMTP_URL: z
    .string()
    .refine(
      (value) => /^smtps?:\/\/[^/]/.test(value) && URL.canParse(value),
      'must look like smtp://user:password@host:587 or smtps://user:password@host:465',
    )
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^[^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/,
      'must be an email address such as Wingmark <hello@example.com>',
    )
    .optional(),
  PUBLIC_URL: webUrl('must be an address without a path, such as https://review.example.com')
    .refine(
      (url) => url.pathname === '/',
      'must be an address without a path, such as https://review.example.com',
    )
    .optional(),
  FILES_URL: webUrl('must be an address such as https://files.example.com').optional(),
  GOOGLE_CLIENT_ID: z
    .string()
    .regex(/^\S+$/, 'must be the client ID that Google shows for the application')
    .optional(),
  AI_BASE_URL: webUrl('must be an address such as https://ai.example.com/v1').optional(),
  AI_API_KEY: z.string().optional(),
  AI_MODEL: z.string().optional(),
  SPELL_DICTIONARIES: z.string().optional(),
  CJK_FONT: z
    .string()
    .refine(
      (path) => path === 'none' || existsSync(path),
      'must be none, or the path of a TrueType or OpenType font',
    )
    .optional(),
  PLANS: z
    .enum(['open', 'operator', 'stripe'], { error: 'must be one of open, operator, stripe' })
    .default('open'),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_PRICE_COMMANDER: z.string().optional(),
  STRIPE_PRICE_STORAGE: z.string().optional(),
  STORAGE_MAX_GB: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'must be a whole number of gigabytes')
    .transform(Number)
    .default(100),
  OPERATOR_EMAIL: z
    .string()
    .regex(/^[^\s<>@]+@[^\s<>@]+$/, 'must be an email address such as hello@example.com')
    .optional(),
  TRUST_PROXY: trustProxy.default(false),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info'),
  METRICS_TOKEN: z.string().optional(),
  REGISTRATIONS_PER_HOUR: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'must be a whole number from 1 to 999999')
    .transform(Number)
    .default(60),
})

type Variables = z.infer<typeof variables>

const withoutSlash = (url: URL) => url.href.replace(/\/+$/, '')

const readDatabase = (set: Variables, names: string[]) => {
  const given = names.find((name) => name === 'DATABASE_DIRECT_URL' || name === 'DATABASE_PREPARED')
  if (given !== undefined && set.DATABASE_URL === undefined)
    throw new StartupError(`DATABASE_URL must be set too, because ${given} is.`)
  return {
    databaseUrl: set.DATABASE_URL ?? null,
    databaseDirectUrl: set.DATABASE_DIRECT_URL ?? null,
    isDatabasePrepared: set.DATABASE_PREPARED === 'on',
  }
}

const readS3 = (set: Variables, names: string[]): S3Config | null => {
  const given = names.find((name) => name.startsWith('S3_'))
  if (given === undefined) return null
  const required = (name: 'S3_BUCKET' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY') => {
    const value = set[name]
    if (value === undefined) throw new StartupError(`${name} must be set too, because ${given} is.`)
    return value
  }
  return {
    endpoint: set.S3_ENDPOINT === undefined ? null : withoutSlash(set.S3_ENDPOINT),
    region: set.S3_REGION,
    bucket: required('S3_BUCKET'),
    accessKeyId: required('S3_ACCESS_KEY_ID'),
    secretAccessKey: required('S3_SECRET_ACCESS_KEY'),
  }
}

const readAi = (set: Variables, names: string[]): AiConfig | null => {
  const given = names.find((name) => name.startsWith('AI_'))
  if (given === undefined) return null
  if (set.AI_BASE_URL === undefined)
    throw new StartupError(`AI_BASE_URL must be set too, because ${given} is.`)
  if (set.AI_MODEL === undefined) throw new StartupError(`AI_MODEL must be set too, because ${given} is.`)
  return { baseUrl: withoutSlash(set.AI_BASE_URL), apiKey: set.AI_API_KEY ?? null, model: set.AI_MODEL }
}

const readStripe = (set: Variables, names: string[]): StripeConfig | null => {
  const given = names.find((name) => name.startsWith('STRIPE_'))
  if (set.PLANS !== 'stripe') {
    if (given === undefined) return null
    throw new StartupError(`PLANS must be stripe, because ${given} is set.`)
  }
  const required = (name: 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_PRICE_COMMANDER') => {
    const value = set[name]
    if (value === undefined) throw new StartupError(`${name} must be set too, because PLANS is stripe.`)
    return value
  }
  return {
    secretKey: required('STRIPE_SECRET_KEY'),
    webhookSecret: required('STRIPE_WEBHOOK_SECRET'),
    priceCommander: required('STRIPE_PRICE_COMMANDER'),
    priceStorage: set.STRIPE_PRICE_STORAGE ?? null,
  }
}

/** Reads the environment; an empty variable counts as unset. Throws a StartupError that names the first bad one. */
export const readConfig = (env: Record<string, string | undefined>): Config => {
  const known = Object.entries(env)
    .map(([name, value]) => [name, value?.trim() ?? ''] as const)
    .filter(([name, value]) => name in variables.shape && value !== '')
  const parsed = variables.safeParse(Object.fromEntries(known))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new StartupError(`${String(issue?.path[0])} ${issue?.message}.`)
  }

  const set = parsed.data
  const names = known.map(([name]) => name)
  const publicUrl = set.PUBLIC_URL?.origin ?? `http://localhost:${set.PORT}`
  return {
    host: set.HOST,
    port: set.PORT,
    dataDir: resolve(set.DATA_DIR),
    ...readDatabase(set, names),
    s3: readS3(set, names),
    smtpUrl: set.SMTP_URL ?? null,
    mailFrom: set.MAIL_FROM ?? `Wingmark <no-reply@${new URL(publicUrl).hostname}>`,
    publicUrl,
    filesUrl: set.FILES_URL === undefined ? publicUrl : withoutSlash(set.FILES_URL),
    googleClientId: set.GOOGLE_CLIENT_ID ?? null,
    ai: readAi(set, names),
    spellDictionaries: set.SPELL_DICTIONARIES === undefined ? null : resolve(set.SPELL_DICTIONARIES),
    plansMode: ({ open: 'OPEN', operator: 'OPERATOR', stripe: 'STRIPE' } as const)[set.PLANS],
    stripe: readStripe(set, names),
    storageMaxBytes: set.STORAGE_MAX_GB * 1_073_741_824,
    operatorEmail: set.OPERATOR_EMAIL ?? null,
    trustProxy: set.TRUST_PROXY,
    logLevel: set.LOG_LEVEL,
    metricsToken: set.METRICS_TOKEN ?? null,
    registrationsPerHour: set.REGISTRATIONS_PER_HOUR,
  }
}

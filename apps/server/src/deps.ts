import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/db/client'
import type { Locks } from '#server/db/locks'
import type { Memory } from '#server/memory'
import type { Parts } from '#server/module-parts'
import type { Ai } from '#server/platform/ai'
import type { Config } from '#server/platform/config'
import type { Google } from '#server/platform/google'
import type { Jobs } from '#server/platform/jobs'
import type { Mailer } from '#server/platform/mailer'
import type { Dictionary } from '#server/platform/media/dictionaries'
import type { Renderer } from '#server/platform/media/render'
import type { Payments } from '#server/platform/payments'
import type { Limits } from '#server/platform/rate-limits'
import type { Storage } from '#server/platform/storage'
import type { Signer } from '#server/platform/tokens'

/** What every service receives; created once, in app.ts. */
export type Deps = {
  config: Config
  db: Database
  locks: Locks
  storage: Storage
  renderer: Renderer
  jobs: Jobs
  limits: Limits
  signer: Signer
  mailer: Mailer
  google: Google
  log: FastifyBaseLogger
  memory: Memory
  /** Null where nothing is sold. */
  payments: Payments | null
  /** Null without an AI service. */
  ai: Ai | null
  /** Besides English, which is always there. */
  dictionaries: readonly Dictionary[]
  /** What modules do for each other. */
  parts: Parts<Deps>
}

import { z } from 'zod'
import type { Queryable } from '#server/db/client'
import type { Deps } from '#server/deps'
import { addBulkMailJobs, addMailJob } from '#server/modules/mail/store'
import type { Mail } from '#server/platform/mailer'

/** `whenRefused`: called when the server rejects the address, to let the person who entered it know. */
type EmailContent = Mail & { whenRefused?: () => Promise<void> }

/** Writes an email when it is sent, so it is current and no secret is queued. Null when obsolete. */
export type EmailWriter = (deps: Deps, facts: unknown) => Promise<EmailContent | null>

/** Names look like `users:login-code`; each module adds its own. */
export type EmailWriters = Record<string, EmailWriter>

type Request = {
  letter: string
  facts: object
  /** A newer request with the same key replaces one that still waits. */
  key?: string
  /** Delays the email. */
  waitSeconds?: number
}

/** Guarantees an email once the transaction commits; retries with growing pauses for some days. */
export async function queueEmail(tx: Queryable, request: Request): Promise<void> {
  const { letter, facts, key = null, waitSeconds = 0 } = request
  await addMailJob(tx, { letter, facts, key, waitSeconds })
}

/** Like `queueEmail`, for many people at once, at low priority. */
export async function queueEmails(tx: Queryable, letter: string, facts: readonly object[]): Promise<void> {
  if (facts.length > 0) await addBulkMailJobs(tx, letter, facts)
}

const Payload = z.object({ letter: z.string(), facts: z.record(z.string(), z.unknown()) })

/** The job; `id` names its email. Throws to be retried. */
export async function sendEmail(
  deps: Deps,
  writers: EmailWriters,
  payload: unknown,
  id: string,
): Promise<void> {
  const { letter, facts } = Payload.parse(payload)
  const write = writers[letter]
  if (!write) throw new Error(`nobody writes the letter ${letter}`)
  const written = await write(deps, facts)
  if (!written) return
  const { whenRefused, ...mail } = written
  const outcome = await deps.mailer.send({ ...mail, id })
  if (outcome === 'sent' || mail.to === null) return
  deps.log.warn({ letter }, 'the mail server refused the address')
  await whenRefused?.()
}

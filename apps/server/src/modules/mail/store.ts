import { sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/client'

export type MailJob = {
  payload: object
  /** Jobs of a queue run one after another, so that a slow mail server never holds up drawing. */
  queue: string
  priority: number
  /** A job that waits under the same key is replaced. */
  key: string | null
}

export async function addMailJob(tx: Queryable, job: MailJob): Promise<void> {
  await tx.execute(sql`
    select graphile_worker.add_job('mail:send', ${JSON.stringify(job.payload)}::json, queue_name => ${job.queue},
      priority => ${job.priority}::int, job_key => ${job.key}::text)`)
}

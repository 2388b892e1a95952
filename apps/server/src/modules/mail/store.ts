import { sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/client'

/** `key`: a job that waits under the same one is replaced. */
export async function addMailJob(
  tx: Queryable,
  job: { letter: string; facts: object; key: string | null; waitSeconds: number },
): Promise<void> {
  const { letter, facts, key, waitSeconds } = job
  await tx.execute(sql`
    select graphile_worker.add_job('mail:send', ${JSON.stringify({ letter, facts })}::json, job_key => ${key}::text,
      run_at => now() + make_interval(secs => ${waitSeconds}::int))`)
}

/** Many at once, behind everything that somebody waits for: one statement. */
export async function addBulkMailJobs(
  tx: Queryable,
  letter: string,
  facts: readonly object[],
): Promise<void> {
  await tx.execute(sql`
    select count(graphile_worker.add_job('mail:send', json_build_object('letter', ${letter}::text, 'facts', given.facts),
      priority => 10))
    from jsonb_array_elements(${JSON.stringify(facts)}::jsonb) given(facts)`)
}

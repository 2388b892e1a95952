import type { Queryable } from '#server/db/client'
import { statement } from '#server/db/statement'

const addJob = statement('mail-job', {
  takes: { job: 'json', key: 'text', waitSeconds: 'int4' },
  text: `select graphile_worker.add_job('mail:send', {job}::json, job_key => {key}::text,
    run_at => now() + make_interval(secs => {waitSeconds}::int))`,
})

/** `key`: replaces a waiting job with the same one. */
export async function addMailJob(
  tx: Queryable,
  job: { letter: string; facts: object; key: string | null; waitSeconds: number },
): Promise<void> {
  const { letter, facts, ...when } = job
  await addJob.count(tx, { job: JSON.stringify({ letter, facts }), ...when })
}

const addJobs = statement('mail-jobs', {
  takes: { letter: 'text', facts: 'jsonb' },
  text: `select count(graphile_worker.add_job('mail:send',
      json_build_object('letter', {letter}::text, 'facts', given.facts), priority => 10))
    from jsonb_array_elements({facts}::jsonb) given(facts)`,
})

/** Many at once, at low priority: one statement. */
export async function addBulkMailJobs(
  tx: Queryable,
  letter: string,
  facts: readonly object[],
): Promise<void> {
  await addJobs.count(tx, { letter, facts: JSON.stringify(facts) })
}

import { EventEmitter } from 'node:events'
import {
  type Runner,
  type RunnerOptions,
  run,
  runMigrations,
  type TaskList,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker'
import type { Database } from '#server/db/client'
import { statement } from '#server/db/statement'
import { withoutValues } from '#server/platform/log'

type JobLog = {
  info(details: object, message: string): void
  error(details: object, message: string): void
  warn(details: object, message: string): void
  debug(details: object, message: string): void
}

export type Jobs = {
  /** Starts working; tasks are named `<module>:<verb>`. */
  start(tasks: TaskList, crontab: string): Promise<void>
  /** True once the worker listens. */
  isRunning(): boolean
  /** Waits for running jobs. */
  stop(): Promise<void>
}

/** How many jobs with one flag, such as one uploader's, run at once; others use the rest. */
const MOST_OF_A_FLAG = 4
/** These hold two files at once, for which a store’s local copies must have room. */
const FEWER: Record<string, number> = { compare: 2, carry: 1 }
const START_AGAIN_MS = 1_000
/** A worker stores a job as done while it asks for the next one, which may need exactly that. */
const LOOK_AGAIN_MS = [50, 500, 3_000]
const BEAT_MS = 10_000
/** A process that recently failed to report may be wrong about who is dead. */
const STEADY_MS = 40_000

export type JobOptions = {
  concurrency: number
  /** No other process uses the database: a worker noted there is of a killed one. */
  isAlone?: boolean
}

/** Jobs live in the database: `graphile_worker.add_job` adds them inside the transaction that needs them. */
export function createJobs(db: Database, log: JobLog, { concurrency, isAlone = false }: JobOptions): Jobs {
  const events: WorkerEvents = new EventEmitter()
  const life = createSignOfLife(db, log)
  const busy = countFlags()
  let runner: Runner | null = null
  let timers: NodeJS.Timeout[] = []
  let isStopping = false

  async function keepWorking(options: RunnerOptions): Promise<void> {
    runner = await run(options)
    const goOn = () => {
      if (!isStopping) workAgain(options)
    }
    runner.promise.then(goOn, goOn)
  }

  /** A worker whose connection failed while it stored a job as done has stopped. */
  function workAgain(options: RunnerOptions): void {
    runner = null
    log.warn({}, 'the job worker stopped, and is started again')
    const timer = setTimeout(() => {
      freeOwnJobs(db)
        .then(() => (isStopping ? undefined : keepWorking(options)))
        .catch((error: unknown) => {
          log.warn({ err: error }, 'the job worker could not be started')
          if (!isStopping) workAgain(options)
        })
    }, START_AGAIN_MS).unref()
    timers.push(timer)
  }

  function lookAgain(workers: WorkerPool): void {
    const look = () => {
      try {
        if (!isStopping) workers.nudge(1)
      } catch (error) {
        log.debug({ err: error }, 'the job worker has stopped meanwhile')
      }
    }
    for (const ms of LOOK_AGAIN_MS) setTimeout(look, ms).unref()
  }

  return {
    async start(tasks, crontab) {
      const { Logger } = await import('graphile-worker')
      const logger = new Logger(() => (level, message, meta) => {
        const details = describe(meta)
        if (level === 'error') log.error(details, withoutValues(message))
        else if (level === 'warning') log.warn(details, withoutValues(message))
        else log.debug(details, message)
      })
      await runMigrations({ pgPool: db.jobs, logger })
      await (isAlone ? freeAllJobs(db) : freeAbandonedJobs(db))
      busy.watch(events).on('job:complete', ({ job, worker }) => {
        if (job.job_queue_id !== null) lookAgain(worker.workerPool)
      })
      events.on('pool:create', ({ workerPool }) => life.of(workerPool.id))
      await keepWorking({
        pgPool: db.jobs,
        taskList: { ...tasks, 'jobs:free-abandoned': () => freeAbandonedJobs(db) },
        crontab,
        events,
        concurrency,
        forbiddenFlags: () => busy.flags(),
        noHandleSignals: true,
        pollInterval: 30_000,
        logger,
        // Otherwise nothing waits until a job is stored as done, and a failure there ends the process.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      })
      timers.push(setInterval(() => void life.beat(), BEAT_MS).unref())
    },
    isRunning: () => runner !== null,
    async stop() {
      isStopping = true
      for (const timer of timers) clearTimeout(timer)
      await runner?.stop()
      runner = null
    },
  }
}

/** Reports that this worker is alive, and frees the jobs of dead ones. */
function createSignOfLife(db: Database, log: JobLog) {
  let worker: string | null = null
  let steadySince = performance.now()

  async function beat(): Promise<void> {
    try {
      if (worker !== null) await noteWorker(db, worker)
      if (performance.now() - steadySince >= STEADY_MS) await askToFreeAbandoned(db)
    } catch (error) {
      steadySince = performance.now()
      log.warn({ err: error }, 'other processes may take over the jobs of this one')
    }
  }

  return {
    beat,
    of(id: string) {
      worker = id
      void beat()
    },
  }
}

/** Running jobs of this process, by flag. */
function countFlags() {
  const running = new Map<string, number>()
  const count = (flags: Record<string, true> | null, by: 1 | -1) => {
    for (const flag of Object.keys(flags ?? {})) {
      const now = (running.get(flag) ?? 0) + by
      if (now === 0) running.delete(flag)
      else running.set(flag, now)
    }
  }
  return {
    watch: (events: WorkerEvents): WorkerEvents =>
      events
        .on('job:start', ({ job }) => count(job.flags, 1))
        .on('job:complete', ({ job }) => count(job.flags, -1)),
    /** Null where no job has to wait: the worker's query is then shorter. */
    flags(): string[] | null {
      const isFull = ([flag, jobs]: [string, number]) => jobs >= (FEWER[flag] ?? MOST_OF_A_FLAG)
      const many = [...running].filter(isFull).map(([flag]) => flag)
      return many.length > 0 ? many : null
    },
  }
}

// The worker's own details repeat payloads and queries, which contain people's addresses and words.
function describe(meta: Record<string, unknown> | undefined): object {
  const job = meta?.job as { task_identifier?: string; id?: string; attempts?: number } | undefined
  return {
    ...(job ? { task: job.task_identifier, jobId: job.id, attempts: job.attempts } : {}),
    ...(meta?.error ? { err: meta.error } : {}),
  }
}

const note = statement('job-worker-note', {
  takes: { id: 'text', process: 'text' },
  text: `with noted as (
      insert into job_workers (id, process, seen_at) values ({id}::text, {process}::text, now())
      on conflict (id) do update set seen_at = now()
    ) select set_config('synchronous_commit', 'off', true)`,
})

/** All workers of a process lock their jobs under one name. */
async function noteWorker({ jobs, pool }: Database, id: string): Promise<void> {
  await note.count(jobs, { id, process: processOf(pool) })
}

const processOf = ({ options }: Database['pool']) => options.application_name ?? null

// Processes of earlier releases do not report: their connections show that they are alive.
const isGone = `(w.seen_at < now() - interval '30 seconds' or w.seen_at is null and not exists (
  select 1 from pg_stat_activity where datname = current_database() and application_name = w.process))`

const freeAbandoned = statement('jobs-free-abandoned', {
  takes: {},
  text: `with gone as (delete from job_workers w where ${isGone} returning id)
    select graphile_worker.force_unlock_workers(array(select id from gone))`,
})

/** A killed process leaves its jobs and their queues locked for four hours. */
async function freeAbandonedJobs({ pool }: Database): Promise<void> {
  await freeAbandoned.count(pool, {})
}

const freeAll = statement('jobs-free-all', {
  takes: {},
  text: `with gone as (delete from job_workers returning id)
    select graphile_worker.force_unlock_workers(array(select id from gone))`,
})

async function freeAllJobs({ pool }: Database): Promise<void> {
  await freeAll.count(pool, {})
}

const freeOwn = statement('jobs-free-own', {
  takes: { process: 'text' },
  text: `with gone as (delete from job_workers where process = {process}::text returning id)
    select graphile_worker.force_unlock_workers(array(select id from gone))`,
})

/** For a process whose workers have all stopped. */
async function freeOwnJobs({ pool }: Database): Promise<void> {
  await freeOwn.count(pool, { process: processOf(pool) })
}

const askToFree = statement('jobs-ask-to-free', {
  takes: {},
  text: `select graphile_worker.add_job('jobs:free-abandoned', job_key => 'jobs:free-abandoned')
    where exists (select 1 from job_workers w where ${isGone})`,
})

/** As a job, because a worker that has freed others continues with them at once. */
async function askToFreeAbandoned({ pool }: Database): Promise<void> {
  await askToFree.count(pool, {})
}

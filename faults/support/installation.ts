import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { password } from '../../apps/server/test/people.ts'
import { launch, postgresOf, type RunningServer } from '../../apps/server/test/running-server.ts'

/** `npm run faults` runs everything; `npm test` takes the short form. */
export const isFull = process.env['FAULTS'] === 'full'
export const full = <T>(whole: T, short: T): T => (isFull ? whole : short)

/** How soon a restarted server has to be ready. `npm test` rarely has the machine alone, so it waits long. */
export const readyWithinMs = full(10_000, 300_000)

export type Json = Record<string, unknown> & { _id: string; key: string; url: string; accessToken: string }
export type Reply = { status: number; result: Json; message: string | undefined; text: string }

/** Every server that this file started, in order. */
export const started: RunningServer[] = []

/** A server as a separate process on its own folder, to be killed and restarted. */
export class Installation {
  readonly dataDir: string
  server: RunningServer
  token = ''
  /** All answers so far that were no success. */
  readonly refusals: Reply[] = []
  readonly #wrapper: string[]

  private constructor(dataDir: string, server: RunningServer, wrapper: string[]) {
    this.dataDir = dataDir
    this.server = server
    this.#wrapper = wrapper
  }

  /** `wrapper` runs the server: a command that gets the server's command. */
  static async start(wrapper: (dataDir: string) => string[] = () => []): Promise<Installation> {
    const dataDir = await mkdtemp(join(tmpdir(), 'wingmark-fault-'))
    const command = wrapper(dataDir)
    const made = new Installation(dataDir, await run(dataDir, command), command)
    made.token = (await made.signUp()).accessToken
    return made
  }

  /** A second one, from the backup of the first. */
  static async restore(backup: string, { token }: Installation): Promise<Installation> {
    const made = new Installation(backup, await run(backup, []), [])
    made.token = token
    return made
  }

  async signUp(): Promise<Json> {
    const email = `${crypto.randomUUID()}@example.test`
    const body = { name: 'Ida Example', email, password, confirmPassword: password }
    return (await this.askJson('POST', '/user/api/v1/register', body)).result
  }

  get pid(): number {
    return this.server.child.pid ?? 0
  }

  /** Kills it: alone, or with everything that it started. Returns the milliseconds until it is ready again. */
  async killAndStart({ withDatabase = false } = {}): Promise<number> {
    const database = withDatabase ? postgresOf(this.dataDir) : []
    this.server.child.kill('SIGKILL')
    for (const pid of database) kill(pid)
    await this.server.exit
    return this.startAgain()
  }

  async startAgain(): Promise<number> {
    const from = performance.now()
    this.server = await run(this.dataDir, this.#wrapper)
    return performance.now() - from
  }

  /** Null when no whole answer came. */
  async ask(path: string, init: RequestInit = {}): Promise<Reply | null> {
    try {
      const headers = { ...(this.token ? { authorization: `Bearer ${this.token}` } : {}), ...init.headers }
      const response = await fetch(this.server.origin + path, { ...init, headers })
      const text = await response.text()
      const body = text.startsWith('{') ? JSON.parse(text) : {}
      return this.note({ status: response.status, result: body.result, message: body.message, text })
    } catch {
      return null
    }
  }

  note<R extends Reply>(reply: R): R {
    if (reply.status >= 400) this.refusals.push(reply)
    return reply
  }

  /** Throws where there is no answer of success. */
  async askJson(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const reply = await this.ask(path, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
      headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    })
    if (!reply || reply.status >= 300) throw new Error(`${method} ${path}: ${reply?.status} ${reply?.text}`)
    return reply
  }

  async query<T extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<T[]> {
    const client = new pg.Client({ user: 'wingmark', database: 'wingmark', host: join(this.dataDir, 'run') })
    await client.connect()
    try {
      return (await client.query<T>(sql, values)).rows
    } finally {
      await client.end()
    }
  }

  async untilJobsAreDone(): Promise<void> {
    for (let tries = 0; tries < 6_000; tries++) {
      const [left] = await this.query<{ jobs: number }>(
        'select count(*)::int as jobs from graphile_worker.jobs where run_at <= now()',
      )
      if (left?.jobs === 0) return
      await sleep(100)
    }
    throw new Error('jobs are still waiting')
  }

  async end(): Promise<void> {
    this.server.child.kill('SIGKILL')
    for (const pid of postgresOf(this.dataDir)) kill(pid)
    await this.server.exit
    await rm(this.dataDir, { recursive: true, force: true })
  }
}

async function run(dataDir: string, wrapper: string[]): Promise<RunningServer> {
  const server = await launch({ dataDir, env: { NODE_ENV: 'test' }, wrapper })
  started.push(server)
  await server.ready
  // On an overloaded machine the readiness check itself may time out at first.
  while ((await fetch(`${server.origin}/health/ready`)).status !== 200) await sleep(100)
  return server
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It had ended with its parent.
  }
}

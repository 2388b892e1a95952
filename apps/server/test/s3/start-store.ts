import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import type { S3Config } from '#server/platform/config'
import { freePort } from '../running-server.ts'
import { findSwiftPython } from './find-swift.ts'

export type S3Store = {
  /** Another new bucket. */
  newBucket: () => Promise<S3Config>
  /** Ends it at once, like a lost machine; `start` restarts it with all its contents. */
  kill: () => Promise<void>
  start: () => Promise<void>
  /** Accepts connections but answers nothing until `resume`. */
  pause: () => void
  resume: () => void
  stop: () => Promise<void>
}

const program = join(import.meta.dirname, 'swift-store.py')
const credentials = { accessKeyId: 'test:tester', secretAccessKey: 'testing' }
const startedWithinMs = 60_000

/** The settings as environment variables of a separate process. */
export const s3Env = (config: S3Config): Record<string, string> => ({
  S3_ENDPOINT: config.endpoint ?? '',
  S3_REGION: config.region,
  S3_BUCKET: config.bucket,
  S3_ACCESS_KEY_ID: config.accessKeyId,
  S3_SECRET_ACCESS_KEY: config.secretAccessKey,
})

export const hasStore = findSwiftPython() !== null

/** OpenStack Swift with its S3 interface, on the loopback address, in a temporary folder. */
export async function startStore(): Promise<S3Store> {
  const python = findSwiftPython()
  if (python === null) throw new Error('There is no python3-swift on this machine')
  const folder = await mkdtemp(join(tmpdir(), 'wingmark-swift-'))
  const port = await freePort()
  const endpoint = `http://127.0.0.1:${port}`
  let child: ChildProcess
  let buckets = 0

  const start = async () => {
    const { accessKeyId, secretAccessKey } = credentials
    const args = [program, folder, String(port), accessKeyId, secretAccessKey]
    child = spawn(python, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    await untilReady(child)
  }
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  await start()
  return {
    newBucket: async () => {
      buckets += 1
      const config = { endpoint, region: 'us-east-1', bucket: `files-${buckets}`, ...credentials }
      const client = new S3Client({ endpoint, region: config.region, credentials, forcePathStyle: true })
      await client.send(new CreateBucketCommand({ Bucket: config.bucket }))
      client.destroy()
      return config
    },
    kill,
    start,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    stop: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function untilReady(child: ChildProcess): Promise<void> {
  let printed = ''
  child.stderr?.on('data', (chunk) => {
    printed = (printed + String(chunk)).slice(-4_000)
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(
    () => reject(new Error(`Swift did not start in time: ${printed}`)),
    startedWithinMs,
  )
  child.stdout?.on('data', (chunk) => String(chunk).includes('ready') && resolve())
  child.once('exit', () => reject(new Error(`Swift ended: ${printed}`)))
  await promise.finally(() => clearTimeout(timer))
}

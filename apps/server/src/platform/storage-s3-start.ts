import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { S3Config } from '#server/platform/config'
import { StartupError } from '#server/platform/startup-error'
import { answerOf, type Bucket } from '#server/platform/storage-s3-bucket'

const patienceMs = 5_000

/** Makes sure that the bucket can be listed, written and emptied; waits a few seconds for a starting store. */
export async function checkBucket(bucket: Bucket, config: S3Config): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    try {
      await bucket.check()
      break
    } catch (error) {
      const refusal = refusalOf(error, config)
      if (refusal !== null) throw new StartupError(refusal)
      if (performance.now() > deadline) throw new StartupError(unreachable(error, config))
      await sleep(250)
    }
  }
  await tryWriting(bucket, config)
}

const addressOf = ({ endpoint, region }: S3Config) =>
  endpoint === null ? `Amazon S3 in ${region}` : new URL(endpoint).host

/** Errors that waiting does not change. */
function refusalOf(error: unknown, config: S3Config): string | null {
  const { status, name } = answerOf(error)
  const at = addressOf(config)
  if (name === 'NoSuchBucket') return `S3_BUCKET: there is no bucket named ${config.bucket} at ${at}.`
  if (name === 'InvalidBucketName') return `S3_BUCKET: ${config.bucket} is not a valid bucket name at ${at}.`
  if (name === 'InvalidAccessKeyId' || name === 'SignatureDoesNotMatch')
    return `S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: ${at} rejected them.`
  if (name === 'RequestTimeTooSkewed')
    return `S3_ENDPOINT: the clocks of this machine and of ${at} differ by too much.`
  if (name === 'AuthorizationHeaderMalformed' || name === 'PermanentRedirect' || status === 301)
    return `S3_REGION: ${config.bucket} is not in the region ${config.region} of ${at}.`
  if (status === 401 || status === 403)
    return `S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: ${at} does not let them use the bucket ${config.bucket}.`
  if (status >= 400 && status < 500)
    return `S3_ENDPOINT: ${at} does not respond like an S3 store (${status}).`
  return null
}

function unreachable(error: unknown, config: S3Config): string {
  const { status, name } = answerOf(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = status > 0 ? String(status) : code || name || 'no answer'
  return `S3_ENDPOINT: no S3 store can be reached at ${addressOf(config)} (${reason}).`
}

async function tryWriting(bucket: Bucket, config: S3Config): Promise<void> {
  const name = `incoming/check-${randomUUID()}`
  try {
    await bucket.put(name, 'ok')
    await bucket.remove(name)
  } catch (error) {
    const { status, name: reason } = answerOf(error instanceof Error ? error.cause : error)
    throw new StartupError(
      `S3_BUCKET: nothing can be written to ${config.bucket} at ${addressOf(config)} (${reason || status}).`,
    )
  }
}

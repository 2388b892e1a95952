import { inOneForm } from '@wingmark/contract/secrets'
import type { Deps } from '#server/deps'
import type { Actor } from '#server/http/actor'
import { countKeyTry } from '#server/modules/access/share-token/key-tries'
import { deviceParts, invalid } from '#server/modules/access/share-token/service'
import { rehashKey } from '#server/modules/access/share-token/store'
import type { FoundLink } from '#server/modules/access/store'
import { DomainError } from '#server/platform/domain-error'
import { hashPassword, judgePassword } from '#server/platform/passwords'

type Judged = {
  actor: Actor
  ip: string
  accessKey: string | null
  deviceToken?: string | undefined
}

/** The access key of a review's link, or a delivery's password. Throws ACCESS_KEY_REQUIRED, INVALID_ACCESS_KEY, RATE_LIMITED. */
export async function judgeKey(
  deps: Deps,
  { actor, ip, accessKey, deviceToken }: Judged,
  link: FoundLink,
): Promise<void> {
  const { id, accessKeyHash } = link
  if (accessKeyHash === null) return
  if (!accessKey) throw new DomainError('ACCESS_KEY_REQUIRED')
  const attempt = {
    actor,
    ip,
    accessKey: inOneForm(accessKey),
    wasLetIn: deps.signer.verify(deviceParts(id), deviceToken ?? ''),
  }
  const tries = await countKeyTry(deps, { id, accessKeyHash }, attempt)
  const { isRight, isOld } = await judgePassword(accessKeyHash, accessKey)
  if (!isRight) throw invalid()
  if (isOld) await rehashKey(deps.db, { link: id, was: accessKeyHash, now: await hashPassword(accessKey) })
  await deps.limits.giveBack(tries)
}

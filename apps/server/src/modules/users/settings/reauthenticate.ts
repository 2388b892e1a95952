import { passwordNotRight } from '@wingmark/contract/secrets'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { requireCode } from '#server/modules/users/codes/service'
import { sessionKey } from '#server/modules/users/devices/service'
import { requirePassword } from '#server/modules/users/settings/service'
import type { UserRow } from '#server/modules/users/store'
import { invalidFields } from '#server/platform/domain-error'

type Proof = { password?: string | undefined; otp?: string | undefined }

/** Protects against stolen sessions: the password, or an emailed code. Throws INVALID_FIELDS. */
export async function requirePasswordOrCode(
  deps: Deps,
  actor: UserActor,
  user: UserRow,
  { password, otp }: Proof,
): Promise<void> {
  if (password !== undefined) return requirePassword(deps, actor, user, password)
  if (otp !== undefined) return requireCode(deps, user.email, otp, [sessionKey(actor)])
  throw invalidFields({ password: passwordNotRight })
}

import { codeNoLongerValid, codeNotRight } from '@wingmark/contract/users'
import type { Deps } from '#server/deps'
import { judgeChangeCode, saveChangeCode } from '#server/modules/users/change-email/store'
import { codeTriesMax, newCode } from '#server/modules/users/codes/new-code'
import { invalidFields } from '#server/platform/domain-error'

/** Makes the code for an email to an address; it verifies that address only within the account. */
export async function makeAddressCode(
  deps: Deps,
  { userId, email, minutes }: { userId: string; email: string; minutes: number },
): Promise<string> {
  const code = newCode()
  const codeHash = hashOf(deps, userId, code)
  await saveChangeCode(deps.db.orm, { user: userId, email, codeHash, minutes })
  return code
}

/** Uses up the code and returns the address that it was sent to. Throws INVALID_FIELDS; every try counts. */
export async function requireAddressCode(deps: Deps, { id }: { id: string }, code: string): Promise<string> {
  const codeHash = hashOf(deps, id, code)
  const judged = await judgeChangeCode(deps.db.orm, { user: id, codeHash, maxTries: codeTriesMax })
  if (judged === null) throw invalidFields({ code: codeNoLongerValid })
  if (!judged.isRight) throw invalidFields({ code: codeNotRight })
  return judged.email
}

// With the server's secret, as a code to sign in.
const hashOf = (deps: Deps, userId: string, code: string) => deps.signer.sign(['change-email', userId, code])

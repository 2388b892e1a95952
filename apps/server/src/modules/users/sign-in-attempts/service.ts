import type { Deps } from '#server/deps'
import { queueEmail } from '#server/modules/mail/service'
import type { Trier } from '#server/modules/users/devices/service'
import { DomainError } from '#server/platform/domain-error'

/** Requiring a code that cannot be sent would lock everyone out. */
const canSendCodes = ({ config }: Deps) => config.smtpUrl !== null

const codeNeeded = () => new DomainError('CODE_NEEDED')

/**
 * After too many wrong passwords for an address, even without an account, only known devices may try. Throws CODE_NEEDED.
 */
export async function requireGuessesLeft(deps: Deps, trier: Trier, email: string): Promise<void> {
  if (trier.isProven || !canSendCodes(deps)) return
  const counted = (await deps.limits.running('guessByEmail', [email])).get(email)
  if (counted && counted.over >= 0) throw codeNeeded()
}

/** Counts a try before judging it, so that parallel tries stay within the limit. Throws CODE_NEEDED. */
export async function countGuess(deps: Deps, trier: Trier, email: string) {
  if (trier.isProven) return { settle: async () => {} }
  const over = await deps.limits.tally('guessByEmail', email)
  if (over > 0) await noteTooMany(deps, email)
  if (over > 0 && canSendCodes(deps)) throw codeNeeded()
  return {
    /** A right password does not count. */
    async settle(isRight: boolean): Promise<void> {
      if (isRight) await deps.limits.giveBack({ guessByEmail: email })
      else if (over === 0) await noteTooMany(deps, email)
    },
  }
}

async function noteTooMany(deps: Deps, email: string): Promise<void> {
  if (!canSendCodes(deps)) return noteWithoutMail(deps)
  if ((await deps.limits.tally('guessMailByEmail', email)) > 0) return
  await queueEmail(deps.db.orm, { letter: 'users:guessed', facts: { email } })
}

async function noteWithoutMail(deps: Deps): Promise<void> {
  if ((await deps.limits.tally('guessLog', 'all')) > 0) return
  deps.log.warn('someone is guessing a password; set SMTP_URL so that codes can be sent instead')
}

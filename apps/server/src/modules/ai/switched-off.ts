import { aiIsOff, aiMayNotRead, aiNotSetUp } from '@wingmark/contract/ai'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { findAiFacts } from '#server/modules/reviews/service'
import { findUser } from '#server/modules/users/service'
import type { Ai } from '#server/platform/ai'
import { DomainError, notFound } from '#server/platform/domain-error'

/** It is unlikely that an operator sets one up sooner. */
const hourSeconds = 3_600

/** Throws UNAVAILABLE without an AI service, FORBIDDEN for users who switched it off. */
export async function requireAi(deps: Deps, actor: UserActor): Promise<Ai> {
  if (!deps.ai) throw new DomainError('UNAVAILABLE', { message: aiNotSetUp, retryAfterSeconds: hourSeconds })
  const user = await findUser(deps.db.orm, actor.id)
  if (user?.usesAi === false) throw new DomainError('FORBIDDEN', { message: aiIsOff })
  return deps.ai
}

/** Throws NOT_FOUND, FORBIDDEN where the review's owner does not let AI read it. */
export async function requireMayRead(deps: Deps, review: string) {
  const facts = await findAiFacts(deps, review)
  if (!facts) throw notFound()
  if (!facts.mayRead) throw new DomainError('FORBIDDEN', { message: aiMayNotRead })
  return facts
}

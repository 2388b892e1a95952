import { noReviewers, notAReviewer, type StartRoundBody, tooFewReviewers } from '@wingmark/contract/rounds'
import type { Transaction } from '#server/db/client'
import { type AskedPerson, findInsiders } from '#server/modules/rounds/starting/store'
import { invalidFields } from '#server/platform/domain-error'

type Rule = StartRoundBody['rule']
type Named = StartRoundBody['reviewers'][number]

/** An address of a member means the member. Throws INVALID_FIELDS for accounts that are not in the review. */
export async function readReviewers(
  tx: Transaction,
  review: string,
  { reviewers, rule }: Pick<StartRoundBody, 'reviewers' | 'rule'>,
): Promise<AskedPerson[]> {
  const people = [...reviewers, ...(rule.kind === 'NAMED' ? rule.people : [])]
  const found = await findInsiders(tx, {
    review,
    users: people.flatMap((one) => ('user' in one ? one.user : [])),
    emails: people.flatMap((one) => ('email' in one ? one.email : [])),
  })
  const read = (one: Named): { user: string | null; email: string | null } => {
    if ('user' in one)
      return { user: found.some(({ user }) => user === one.user) ? one.user : null, email: null }
    const user = found.find(({ email }) => email === one.email)?.user
    return user === undefined ? { user: null, email: one.email } : { user, email: null }
  }
  const keyOf = ({ user, email }: { user: string | null; email: string | null }) => user ?? email ?? ''
  const asked = new Map<string, AskedPerson>()
  for (const [n, one] of reviewers.entries()) {
    const person = read(one)
    if (keyOf(person) === '') throw invalidFields({ [`reviewers.${n}`]: 'This person isn’t in the review.' })
    asked.set(keyOf(person), { ...person, isNeeded: rule.kind === 'ALL' })
  }
  requireFit(rule, asked.size)
  if (rule.kind === 'NAMED')
    for (const one of rule.people) {
      const person = asked.get(keyOf(read(one)))
      if (!person) throw invalidFields({ 'rule.people': notAReviewer })
      person.isNeeded = true
    }
  return [...asked.values()]
}

function requireFit(rule: Rule, many: number): void {
  if (many === 0 && rule.kind !== 'AT_LEAST') throw invalidFields({ reviewers: noReviewers })
  if (many > 0 && rule.kind === 'AT_LEAST' && rule.count > many)
    throw invalidFields({ 'rule.count': tooFewReviewers })
}

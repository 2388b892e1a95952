import type { SharedWork, SharedWorkChoice } from '@wingmark/contract/shared-work'
import { invalidFields } from '#server/platform/domain-error'

type Member = SharedWork['members'][number]

/**
 * What becomes of each, by the leaving owner's choices; null while one has none. What is not there is ignored: it may have been
 * shared no more since. Throws INVALID_FIELDS for who is not in it.
 */
export function settle(
  shared: readonly SharedWork[],
  choices: readonly SharedWorkChoice[],
): { work: SharedWork; to: Member | null }[] | null {
  const settled = shared.map((work) => {
    const at = choices.findIndex((one) => (one.workspace ?? one.review) === work.subject._id)
    const choice = choices[at]
    if (!choice) return null
    if (choice.handOverTo === undefined) return { work, to: null }
    const to = work.members.find(({ _id }) => _id === choice.handOverTo)
    if (!to) throw invalidFields({ [`choices.${at}.handOverTo`]: 'Choose one of its members.' })
    return { work, to }
  })
  return settled.every((one) => one !== null) ? settled : null
}

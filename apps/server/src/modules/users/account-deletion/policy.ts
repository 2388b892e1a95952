import type { SharedWork, SharedWorkChoice } from '@wingmark/contract/shared-work'
import { invalidFields } from '#server/platform/domain-error'

type Member = SharedWork['members'][number]

/** Applies the owner's choices; null while one is missing. Ignores work no longer shared. Throws INVALID_FIELDS for non-members. */
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

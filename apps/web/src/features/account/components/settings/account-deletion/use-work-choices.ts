import type { SharedWork, SharedWorkChoice } from '@wingmark/contract/shared-work'
import { useState } from 'react'

/** A member's id, or this. */
export const deleteIt = 'delete'

export type WorkChoices = {
  /** By the id of the shared item; missing until chosen. */
  chosen: Readonly<Record<string, string>>
  /** The user tried to continue without a choice. */
  isMissing: (id: string) => boolean
  set: (id: string, choice: string) => void
  /** The choices for the server; null, with an error at each open one. */
  choose: () => SharedWorkChoice[] | null
}

/** Nothing is preselected. */
export function useWorkChoices(shared: readonly SharedWork[]): WorkChoices {
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const [isTried, setTried] = useState(false)
  const choiceOf = ({ subject, members }: SharedWork) => {
    const choice = chosen[subject._id]
    return choice === deleteIt || members.some(({ _id }) => _id === choice) ? choice : undefined
  }
  return {
    chosen,
    isMissing: (id) => isTried && shared.some((one) => one.subject._id === id && !choiceOf(one)),
    set: (id, choice) => setChosen((before) => ({ ...before, [id]: choice })),
    choose() {
      setTried(true)
      const choices = shared.flatMap((one) => {
        const choice = choiceOf(one)
        if (choice === undefined) return []
        const { kind, _id } = one.subject
        const named = kind === 'WORKSPACE' ? { workspace: _id } : { review: _id }
        return choice === deleteIt ? { ...named, delete: true as const } : { ...named, handOverTo: choice }
      })
      return choices.length === shared.length ? choices : null
    },
  }
}

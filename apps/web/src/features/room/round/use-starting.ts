import type { Round } from '@wingmark/contract/rounds'
import { useState } from 'react'
import { v4 as uuid } from 'uuid'
import { bodyOf, type StartInput, startingFrom } from '#web/features/room/round/start-input'
import { useRoom } from '#web/features/room/state/room-context'
import { useDeleteDraft, useStartRound } from '#web/features/rounds/queries'
import {
  divideAddresses,
  isWrong,
  readAddresses,
  splitAddresses,
} from '#web/features/sharing/people/addresses'
import { fieldErrorsOf } from '#web/lib/api-error'
import { messageForError } from '#web/lib/error-toast'
import { toastSuccess } from '#web/lib/toast'

export type Starting = ReturnType<typeof useStarting>

/** The round that is being prepared, and how it is saved. */
export function useStarting(draft: Round | undefined, onDone: () => void) {
  const { reviewId } = useRoom()
  const start = useStartRound(reviewId)
  const remove = useDeleteDraft(reviewId)
  const [key] = useState(() => uuid())
  const [input, setInput] = useState(() => startingFrom(draft))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<string | null>(null)

  const addresses = splitAddresses(input.emails)
  const emails = addresses.filter((one) => !isWrong(one))

  const refuse = (found: Record<string, string>, words: string | null) => {
    setErrors(found)
    const isShown = Object.keys(found).length > 0 && Object.keys(found).every(hasField)
    setProblem(isShown ? null : (words ?? Object.values(found)[0] ?? null))
  }

  const save = (state: 'DRAFT' | 'OPEN') => {
    if (start.isPending) return
    const read = input.emails.trim() === '' ? { emails: [], error: null } : readAddresses(input.emails)
    const made = bodyOf(input, read.emails, state)
    const wrong = { ...('errors' in made ? made.errors : {}), ...(read.error && { reviewers: read.error }) }
    if ('errors' in made || read.error) return refuse(wrong, null)
    setErrors({})
    setProblem(null)
    start.mutate(
      { body: made.body, draft: draft?._id ?? null, key },
      {
        onSuccess({ number }) {
          toastSuccess(state === 'DRAFT' ? 'Draft saved' : `Round ${number} started`)
          onDone()
        },
        onError: (error) => refuse(fieldErrorsOf(error), messageForError(error)),
      },
    )
  }

  return {
    ...{ input, errors, problem, save, emails, isBusy: start.isPending },
    people: input.members.length + emails.length,
    isTypedWrong: divideAddresses(input.emails).entered.some(isWrong),
    change(changed: Partial<StartInput>) {
      setInput((now) => ({ ...now, ...changed }))
      setErrors({})
      setProblem(null)
    },
    discard() {
      if (draft) remove.mutate(draft._id, { onSuccess: onDone })
    },
  }
}

const hasField = (name: string) => /^(endsAt|message|reviewers|rule|files|questions\.\d+\.)/.test(name)

import type { Marker } from '@wingmark/contract/comments'
import { guestNameMax } from '@wingmark/contract/limits'
import { useEffect, useReducer } from 'react'
import {
  composeProblem,
  composeReducer,
  draftOf,
  startCompose,
} from '#web/features/room/composer/compose-state'
import { type DraftFile, emptyDraft, keepDraft, readDraft } from '#web/features/room/composer/drafts'
import { useAttaching } from '#web/features/room/composer/use-attaching'
import { hasIdentity, nameGuest, rememberedGuestName } from '#web/features/room/outbox/guest-identity'
import { messageForError } from '#web/lib/error-toast'

export type MessageContent = { message: string; files: DraftFile[] }

/** One text with its files: kept as a draft in `slot`, named and uploaded before `onSend` gets it. */
export function useMessageForm(
  slot: string,
  marker: Marker | null,
  onSend: (content: MessageContent) => void,
) {
  const [state, dispatch] = useReducer(composeReducer, slot, (name) => startCompose(readDraft(name)))

  useEffect(() => keepDraft(slot, draftOf(state, marker)), [slot, state, marker])

  const attaching = useAttaching(state, dispatch)

  const deliver = async () => {
    dispatch({ do: 'send' })
    const files = await attaching.filesOf(state.attached)
    if (!files)
      return dispatch({ do: 'refuse', error: 'A file could not be uploaded. Try it again or remove it.' })
    onSend({ message: state.text.trim(), files })
    keepDraft(slot, emptyDraft)
    attaching.forgetAll()
    dispatch({ do: 'clear' })
  }

  const send = async () => {
    if (state.step === 'sending') return
    const problem = composeProblem(state)
    if (problem) return dispatch({ do: 'refuse', error: problem })
    if (hasIdentity()) return deliver()
    // Whoever has told a name once is not asked again when the guest's token has ended.
    const known = rememberedGuestName()
    if (known === '') return dispatch({ do: 'askName' })
    await sendAs(known)
  }

  const sendAs = async (name: string) => {
    const trimmed = name.trim().slice(0, guestNameMax)
    if (trimmed === '') return dispatch({ do: 'refuse', error: 'Please enter your name' })
    try {
      await nameGuest(trimmed)
    } catch (error) {
      return dispatch({ do: 'refuse', error: messageForError(error) ?? 'This could not be sent.' })
    }
    await deliver()
  }

  return { state, dispatch, attaching, send, sendAs }
}

import type { Marker } from '@wingmark/contract/comments'
import { guestNameMax } from '@wingmark/contract/limits'
import { beginningOf } from '@wingmark/contract/shorten'
import { useEffect, useReducer, useRef } from 'react'
import {
  composeProblem,
  composeReducer,
  draftOf,
  startCompose,
} from '#web/features/comments/composer/compose-state'
import type { ComposerPlace } from '#web/features/comments/composer/composer-place'
import { stillMentioned } from '#web/features/comments/composer/mention-text'
import { useAttaching } from '#web/features/comments/composer/use-attaching'
import { commentWords } from '#web/features/comments/composer/written-words'
import {
  type Draft,
  type DraftFile,
  emptyDraft,
  keepDraft,
  type Mentioned,
  readDraft,
} from '#web/features/comments/outbox/drafts'
import {
  hasIdentity,
  nameGuest,
  rememberedGuestName,
  rememberGuestName,
} from '#web/features/comments/outbox/guest-identity'
import { useWriter, type Writer } from '#web/features/comments/outbox/use-writer'
import { isPassing } from '#web/lib/api-error'
import { messageForError } from '#web/lib/error-toast'
import { toastError } from '#web/lib/toast'

export type MessageContent = {
  message: string
  files: DraftFile[]
  mentioned: Mentioned[]
  /** From an earlier try. */
  key?: string
} & Writer

const unanswered = 'First choose what to do with the selected files.'
const notSent = 'This couldn’t be sent.'

/** A text with files: stored as a draft in `slot`, named and uploaded before `onSend`. */
export function useMessageForm(
  place: ComposerPlace,
  slot: string,
  marker: Marker | null,
  onSend: (content: MessageContent) => void,
) {
  const [state, dispatch] = useReducer(composeReducer, slot, (name) => startCompose(readDraft(name)))

  useEffect(() => keepDraft(slot, draftOf(state, marker)), [slot, state, marker])

  const attaching = useAttaching(place, state, dispatch)
  const findWriter = useWriter()
  const { words = commentWords } = place

  // The place may move while files upload.
  const sendNow = useRef(onSend)
  useEffect(() => {
    sendNow.current = onSend
  }, [onSend])

  /** The running send. A stopped one finds another here, and does nothing more. */
  const underWay = useRef<object | null>(null)
  useEffect(
    () => () => {
      if (underWay.current) toastError(`Your ${words.noun} wasn’t sent. Your draft is still there.`)
      underWay.current = null
    },
    [words.noun],
  )

  /** Sends as a guest of this name; null for writers who are already known. */
  const deliver = async (name: string | null) => {
    if (underWay.current) return
    const own = {}
    underWay.current = own
    const refuse = (error: string) => {
      underWay.current = null
      dispatch({ do: 'refuse', error })
    }
    const refuseFor = (error: unknown) =>
      underWay.current === own && refuse(messageForError(error) ?? notSent)
    try {
      if (name !== null) await nameGuest(name)
    } catch (error) {
      if (name === null || !isPassing(error)) return refuseFor(error)
      rememberGuestName(name)
    }
    if (underWay.current !== own) return
    dispatch({ do: 'send' })
    const files = await attaching.filesOf(state.attached)
    if (underWay.current !== own) return
    if (!files) return refuse('A file couldn’t be uploaded. Try again or remove it.')
    let writer: Writer
    try {
      writer = place.writer ?? (await findWriter())
    } catch (error) {
      return refuseFor(error)
    }
    if (underWay.current !== own) return
    underWay.current = null
    const message = state.text.trim()
    const { key, mentioned } = state
    const again = key === undefined ? {} : { key }
    sendNow.current({ message, files, mentioned: stillMentioned(message, mentioned), ...again, ...writer })
    keepDraft(slot, emptyDraft)
    attaching.forgetAll()
    dispatch({ do: 'clear' })
  }

  const send = async () => {
    if (state.step !== 'writing') return
    const problem = attaching.asked ? unanswered : composeProblem(state, words)
    if (problem) return dispatch({ do: 'refuse', error: problem })
    if (place.writer || hasIdentity()) return deliver(null)
    // A guest who gave a name once is not asked again when their token has expired.
    const known = rememberedGuestName()
    if (known === '') return dispatch({ do: 'askName' })
    dispatch({ do: 'send' })
    await deliver(known)
  }

  const sendAs = async (name: string) => {
    const trimmed = beginningOf(name.trim(), guestNameMax)
    if (trimmed === '') return dispatch({ do: 'refuse', error: 'Please enter your name' })
    await deliver(trimmed)
  }

  /** Back to writing; nothing is lost, and uploads continue. */
  const stop = () => {
    underWay.current = null
    dispatch({ do: 'back' })
  }

  /** Returns an unsent message for editing; not while another is sent. */
  const takeBack = (draft: Draft): boolean => {
    if (underWay.current) return false
    dispatch({ do: 'restore', draft })
    return true
  }

  const discard = () => {
    stop()
    attaching.forgetAll()
    dispatch({ do: 'clear' })
  }

  return { state, dispatch, attaching, send, sendAs, stop, takeBack, discard }
}

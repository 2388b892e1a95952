import type { Marker } from '@wingmark/contract/comments'
import { checkFile } from '@wingmark/contract/file-types'
import { guestNameMax } from '@wingmark/contract/limits'
import { useEffect, useReducer, useRef } from 'react'
import { v4 as uuid } from 'uuid'
import {
  type Attached,
  composeProblem,
  composeReducer,
  draftOf,
  startCompose,
} from '#web/features/room/composer/compose-state'
import { type DraftFile, keepDraft, readDraft } from '#web/features/room/composer/drafts'
import {
  asWriter,
  hasIdentity,
  nameGuest,
  rememberedGuestName,
} from '#web/features/room/outbox/guest-identity'
import { useRoom } from '#web/features/room/state/room-context'
import { messageForError } from '#web/lib/error-toast'

export type MessageContent = { message: string; files: DraftFile[] }

/** One text with its files: kept as a draft in `slot`, named and uploaded before `onSend` gets it. */
export function useMessageForm(
  slot: string,
  marker: Marker | null,
  onSend: (content: MessageContent) => void,
) {
  const { reviewId } = useRoom()
  const [state, dispatch] = useReducer(composeReducer, slot, (name) => startCompose(readDraft(name)))
  const blobs = useRef(new Map<string, File>())
  const uploads = useRef(new Map<string, Promise<DraftFile | null>>())
  const aborts = useRef(new Map<string, AbortController>())

  useEffect(() => keepDraft(slot, draftOf(state, marker)), [slot, state, marker])

  const upload = (id: string): Promise<DraftFile | null> => {
    const running = uploads.current.get(id)
    if (running) return running
    const blob = blobs.current.get(id)
    if (!blob) return Promise.resolve(null)
    dispatch({ do: 'upload', id })
    const abort = new AbortController()
    aborts.current.set(id, abort)
    const onProgress = (percent: number) => dispatch({ do: 'progress', id, percent: Math.floor(percent) })
    const sending = { key: id, signal: abort.signal, onProgress }
    const promise = asWriter(async () => {
      const { uploadAttachment } = await import('#web/features/room/composer/upload-attachment')
      return uploadAttachment(reviewId, blob, sending)
    }).then(
      (file) => {
        dispatch({ do: 'uploaded', id, file })
        return file
      },
      (error: unknown) => {
        uploads.current.delete(id)
        dispatch({ do: 'uploadFailed', id, error: messageForError(error) ?? 'Upload failed' })
        return null
      },
    )
    uploads.current.set(id, promise)
    return promise
  }

  const attach = (files: readonly File[]) => {
    for (const file of files) {
      const problem = checkFile(file, 'COMMENT').error
      if (problem) {
        dispatch({ do: 'refuse', error: problem })
        continue
      }
      const id = uuid()
      blobs.current.set(id, file)
      dispatch({ do: 'attach', id, name: file.name, isUploading: hasIdentity() })
      if (hasIdentity()) void upload(id)
    }
  }

  const detach = (id: string) => {
    aborts.current.get(id)?.abort()
    blobs.current.delete(id)
    dispatch({ do: 'detach', id })
  }

  const filesOf = async (attached: readonly Attached[]): Promise<DraftFile[] | null> => {
    const all = await Promise.all(attached.map((one) => one.file ?? upload(one.id)))
    const arrived = all.filter((file) => file !== null)
    return arrived.length === all.length ? arrived : null
  }

  const deliver = async () => {
    dispatch({ do: 'send' })
    const files = await filesOf(state.attached)
    if (!files)
      return dispatch({ do: 'refuse', error: 'A file could not be uploaded. Try it again or remove it.' })
    onSend({ message: state.text.trim(), files })
    keepDraft(slot, { text: '', files: [], marker: null })
    blobs.current.clear()
    uploads.current.clear()
    aborts.current.clear()
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

  return { state, dispatch, attach, detach, retryUpload: upload, send, sendAs }
}

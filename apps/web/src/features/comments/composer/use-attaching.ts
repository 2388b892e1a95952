import { typeOfChosen } from '@wingmark/contract/file-check'
import { type Dispatch, useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  type Attached,
  type ComposeAction,
  type ComposeState,
  placesFor,
} from '#web/features/comments/composer/compose-state'
import type { ComposerPlace } from '#web/features/comments/composer/composer-place'
import type { DraftFile } from '#web/features/comments/outbox/drafts'
import { asWriter, hasIdentity } from '#web/features/comments/outbox/guest-identity'
import { forgetKept, keepFile } from '#web/features/comments/outbox/kept-files'
import { ApiError, isOutOfRoom } from '#web/lib/api-error'
import { judgeSelection } from '#web/lib/choose-files'
import { messageForError } from '#web/lib/error-toast'
import { learnTypes } from '#web/lib/learn-types'
import { warnOnLeaving } from '#web/lib/leave-warning'
import { toastError } from '#web/lib/toast'

/** A selection awaiting confirmation: large files, or the valid ones among others. */
export type Asked = { files: readonly File[]; sentences: readonly string[]; answer: string }

/** A composer's files: chosen, confirmed, uploaded, and found again after a reload. */
export function useAttaching(
  { upload: sendFile, chosenFiles, writer, canWait = false }: ComposerPlace,
  { attached, step }: ComposeState,
  dispatch: Dispatch<ComposeAction>,
) {
  const isSending = step === 'sending'
  const running = useRef(new Map<string, { file: Promise<DraftFile | null>; abort: AbortController }>())
  const [asked, setAsked] = useState<Asked | null>(null)
  const isKnown = () => writer !== undefined || hasIdentity()

  const upload = ({ id, chosen }: Pick<Attached, 'id' | 'chosen'>): Promise<DraftFile | null> => {
    const earlier = running.current.get(id)
    if (earlier) return earlier.file
    const blob = chosenFiles.get(id)
    if (!blob || !sendFile) return Promise.resolve(null)
    dispatch({ do: 'upload', id })
    const abort = new AbortController()
    let address = chosen?.address ?? null
    const send = () =>
      sendFile(blob, {
        idempotencyKey: id,
        address,
        onAddress(begun) {
          address = begun
          dispatch({ do: 'addressed', id, address: begun })
        },
        // 100 % only once the server confirms: bytes in socket buffers count as sent.
        onProgress: (percent) => dispatch({ do: 'progress', id, percent: Math.min(99, Math.floor(percent)) }),
        signal: abort.signal,
      })
    const file = (writer ? send() : asWriter(send)).then(
      (stored) => {
        chosenFiles.delete(id)
        dispatch({ do: 'uploaded', id, file: stored })
        return stored
      },
      (error: unknown) => {
        if (running.current.get(id)?.abort === abort) running.current.delete(id)
        if (!abort.signal.aborted)
          dispatch({
            ...{ do: 'uploadFailed', id, error: messageForError(error) ?? 'Upload failed' },
            isOutOfRoom: error instanceof ApiError && isOutOfRoom(error),
          })
        return null
      },
    )
    running.current.set(id, { file, abort })
    return file
  }

  const take = (files: readonly File[]) => {
    if (isSending) return
    setAsked(null)
    for (const { chosen, file, isTooMuch } of placesFor(files, attached)) {
      // The form says that there are too many.
      dispatch({ do: 'attach', chosen, isUploading: isKnown() })
      if (isTooMuch) continue
      chosenFiles.set(chosen.id, file)
      if (isKnown()) void upload({ id: chosen.id, chosen })
    }
  }

  const attach = async (given: readonly File[]) => {
    if (isSending) return
    setAsked(null)
    const files = await learnTypes(given)
    const choice = judgeSelection(files, 'COMMENT')
    if (choice.outcome === 'accepted') return take(choice.files)
    if (choice.outcome === 'confirm') {
      const sentences = [...choice.warnings, 'Continue with upload?']
      return setAsked({ files: choice.files, sentences, answer: 'Continue' })
    }
    for (const message of choice.messages) toastError(message)
    const { rest } = choice
    if (rest.length === 0) return
    const answer = rest.length === 1 ? 'Attach the other one' : `Attach the other ${rest.length}`
    const sentence = `${files.length - rest.length} of ${files.length} files can’t be attached. ${answer} anyway?`
    setAsked({ files: rest, sentences: [sentence], answer })
  }

  const detach = (id: string) => {
    if (isSending) return
    running.current.get(id)?.abort.abort()
    chosenFiles.delete(id)
    const file = attached.find((one) => one.id === id)?.file
    if (file) void forgetKept([file])
    dispatch({ do: 'detach', id })
  }

  /** Sent once back online; null if this device cannot store it. */
  const keep = async (id: string): Promise<DraftFile | null> => {
    running.current.get(id)?.abort.abort()
    running.current.delete(id)
    const blob = chosenFiles.get(id)
    if (!blob) return null
    try {
      const file = await keepFile(id, blob, typeOfChosen(blob)?.kind ?? 'OTHER')
      chosenFiles.delete(id)
      dispatch({ do: 'uploaded', id, file })
      return file
    } catch {
      const error = 'You’re offline, and this browser doesn’t have enough space to save the file until later.'
      dispatch({ do: 'uploadFailed', id, error })
      return null
    }
  }

  const uploadOrKeep = async (one: Attached): Promise<DraftFile | null> => {
    if (!canWait) return upload(one)
    const line = lineLost()
    try {
      if (!navigator.onLine) return await keep(one.id)
      const file = await Promise.race([upload(one), line.lost])
      return file === 'lost' || (file === null && !navigator.onLine) ? await keep(one.id) : file
    } finally {
      line.stop()
    }
  }

  /** Uploads all of them, or keeps them on this device while offline; null if one failed. */
  const filesOf = async (wanted: readonly Attached[]): Promise<DraftFile[] | null> => {
    const all = await Promise.all(wanted.map((one) => one.file ?? uploadOrKeep(one)))
    const arrived = all.filter((file) => file !== null)
    return arrived.length === all.length ? arrived : null
  }

  const forgetAll = () => {
    for (const { id } of attached) chosenFiles.delete(id)
    running.current.clear()
  }

  const goOn = useEffectEvent(() => {
    for (const { id, state, chosen } of attached) {
      if (state !== 'missing' || !chosen || !chosenFiles.has(id)) continue
      dispatch({ do: 'attach', chosen, isUploading: isKnown() })
      if (isKnown()) void upload({ id, chosen })
    }
  })
  useEffect(() => {
    const here = running.current
    goOn()
    return () => {
      for (const { abort } of here.values()) abort.abort()
      here.clear()
    }
  }, [])

  const isUploading = attached.some((one) => one.state === 'uploading')
  useEffect(() => {
    const who = {}
    warnOnLeaving(who, isUploading)
    return () => warnOnLeaving(who, false)
  }, [isUploading])

  return { asked, dismiss: () => setAsked(null), take, attach, detach, upload, filesOf, forgetAll }
}

function lineLost() {
  const { promise: lost, resolve } = Promise.withResolvers<'lost'>()
  const onOffline = () => resolve('lost')
  window.addEventListener('offline', onOffline)
  return { lost, stop: () => window.removeEventListener('offline', onOffline) }
}

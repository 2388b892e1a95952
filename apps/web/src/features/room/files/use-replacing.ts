import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import { replaceInReview } from '#web/features/files/queries'
import { ApiError, isOutOfRoom, isPassing } from '#web/lib/api-error'
import { judgeSelection } from '#web/lib/choose-files'
import { messageForError } from '#web/lib/error-toast'
import { learnTypes } from '#web/lib/learn-types'
import { warnOnLeaving } from '#web/lib/leave-warning'
import { uploadInTurn } from '#web/lib/upload-in-turn'
import { UploadError } from '#web/lib/upload-transport'
import { loadUploadLibrary, sendFile } from '#web/lib/upload-tus'

export type Replacing =
  | { at: 'choosing' }
  /** A large file: the user decides. */
  | { at: 'asking'; file: File; sentence: string }
  | { at: 'sending'; file: File; percent: number; isLineLost?: boolean }
  /** `file`: it can be sent again, once there is room or a connection. */
  | { at: 'refused'; sentence: string; file?: File; isFull?: boolean }

const isFull = (error: unknown) =>
  (error instanceof UploadError || error instanceof ApiError) && isOutOfRoom(error)
const mayPass = (error: unknown) =>
  isFull(error) || isPassing(error) || (error instanceof UploadError && error.reason === 'offline')

/** From choosing a file until it has replaced another. */
export function useReplacing(reviewId: string, fileId: string, onDone: () => void) {
  const client = useQueryClient()
  const [replacing, set] = useState<Replacing>({ at: 'choosing' })
  const running = useRef<AbortController | null>(null)
  const isSending = replacing.at === 'sending'

  const goOn = async (file: File) => {
    const abort = new AbortController()
    running.current = abort
    let percent = 0
    const onLine = (line: 'lost' | 'back') =>
      set({ at: 'sending', file, percent, isLineLost: line === 'lost' })
    const onProgress = (done: number) => {
      percent = Math.min(99, Math.floor(done))
      onLine('back')
    }
    onProgress(0)
    try {
      const { signal } = abort
      const what = { file, purpose: 'REVIEW', target: reviewId, idempotencyKey: uuid() } as const
      const stored = await uploadInTurn(() => sendFile({ ...what, onProgress, onLine, signal }))
      signal.throwIfAborted()
      await replaceInReview(client, reviewId, fileId, stored.fileId)
      onDone()
    } catch (error) {
      if (abort.signal.aborted) return
      const sentence = error instanceof UploadError ? error.message : messageForError(error)
      set({
        at: 'refused',
        sentence: sentence ?? 'This file is gone.',
        ...(mayPass(error) ? { file, isFull: isFull(error) } : {}),
      })
    }
  }

  const choose = async (chosen: File) => {
    const files = await learnTypes([chosen])
    const choice = judgeSelection(files, 'REVIEW')
    if (choice.outcome === 'refused') return set({ at: 'refused', sentence: choice.messages.join(' ') })
    if (choice.outcome === 'confirm')
      return set({ at: 'asking', file: chosen, sentence: choice.warnings.join(' ') })
    return goOn(chosen)
  }

  useEffect(() => {
    const who = {}
    warnOnLeaving(who, isSending)
    return () => warnOnLeaving(who, false)
  }, [isSending])
  useEffect(() => {
    // Preloaded, in case the connection is lost before the first file.
    void loadUploadLibrary().catch(() => undefined)
    return () => running.current?.abort()
  }, [])

  return { replacing, choose, goOn: (file: File) => void goOn(file), stop: () => running.current?.abort() }
}

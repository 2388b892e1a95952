import { useEffect, useState } from 'react'
import { uploadTotals } from '../upload-progress.ts'
import { isNotUploaded } from '../upload-queue.ts'
import { useUploads } from '../upload-runtime.ts'
import { isUploading } from '../upload-session.ts'

export type ShownUpload = {
  name: string
  /** 100 only once the server has the file. */
  percent: number
  uploaded: number
  total: number
  isLineLost: boolean
}

const completeMs = 2_000

/** The running upload; for a moment also the one that just ended. */
export function useUploadOverlay(): ShownUpload | null {
  const busy = useUploads(isUploading)
  const items = useUploads((session) => session.queue.items)
  const current = busy
    ? (items.find((item) => item.state === 'uploading') ?? items.find((item) => item.state === 'waiting'))
    : undefined
  const { uploaded, total } = uploadTotals(items.filter((item) => !isNotUploaded(item)))
  const moving = current && {
    name: current.name,
    percent: Math.min(99, Math.floor(current.progress)),
    uploaded,
    total,
    isLineLost: current.isLineLost,
  }
  const [last, setLast] = useState<ShownUpload | null>(null)
  const isStopped = !busy && items.some((item) => item.state !== 'uploaded')

  // Kept while it runs, so that its end can show after the session is gone.
  const { name, total: of } = moving ?? {}
  useEffect(() => {
    if (name === undefined || of === undefined) return
    setLast({ name, percent: 100, uploaded: of, total: of, isLineLost: false })
  }, [name, of])
  const isOver = moving === undefined && last !== null
  useEffect(() => {
    if (!isOver) return
    const timer = setTimeout(() => setLast(null), completeMs)
    return () => clearTimeout(timer)
  }, [isOver])

  return moving ?? (isStopped ? null : last)
}

import { useEffect, useEffectEvent } from 'react'
import { createValue, useStore } from '#web/lib/store'

/** An earlier delivery that gets the files, and their folder. */
export type UploadInto = { id: string; url: string; folder: string | null }
/** A file of a review that gets a new version; `startFresh`: no pins are carried onto it. */
type VersionTarget = { reviewId: string; file: string; startFresh: boolean }
type Request = {
  files: File[]
  into?: UploadInto | undefined
  version?: VersionTarget
  /** Into the user's transfers, to be sent, whatever the page. */
  isToSend?: true
}

const wanted = createValue<Request | null>(null)

/** Opens the upload dialog from anywhere, or takes dropped files; the upload feature handles it. */
export function requestUpload(files: File[] = [], into?: UploadInto): void {
  wanted.dispatch({ files, into })
}

/** Opens the choice of files to send. */
export const requestFilesToSend = (): void => wanted.dispatch({ files: [], isToSend: true })

/** Uploads a new version of a file. */
export function requestVersion(version: VersionTarget, file: File): void {
  wanted.dispatch({ files: [file], version })
}

export const dropUploadRequest = () => wanted.dispatch(null)

/** The unhandled request. */
export function useUploadRequest(): Request | null {
  return useStore(wanted, (request) => request)
}

/** For the one mounted upload feature, which also gets requests from before it loaded. */
export function useUploadRequests(answer: (request: Request) => void): void {
  const request = useUploadRequest()
  const onRequest = useEffectEvent(answer)
  useEffect(() => {
    if (!request) return
    dropUploadRequest()
    onRequest(request)
  }, [request])
}

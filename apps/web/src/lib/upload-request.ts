import { useEffect, useEffectEvent } from 'react'
import { createValue, useStore } from '#web/lib/store'

/** An earlier delivery that gets the files, and their folder. */
export type UploadInto = { id: string; url: string; folder: string | null }
/** A file of a review that gets a new version. */
type VersionTarget = { reviewId: string; file: string }
type Request = { files: File[]; into?: UploadInto | undefined; version?: VersionTarget }

const wanted = createValue<Request | null>(null)

/** Opens the upload dialog from anywhere, or takes dropped files; the upload feature handles it. */
export function requestUpload(files: File[] = [], into?: UploadInto): void {
  wanted.dispatch({ files, into })
}

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

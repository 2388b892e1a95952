import { useEffect, useEffectEvent } from 'react'
import { createValue, useStore } from '#web/lib/store'

/** What was sent before and is to get the files, and the folder that these go into. */
export type UploadInto = { id: string; url: string; folder: string | null }
type Request = { files: File[]; into?: UploadInto | undefined }

const wanted = createValue<Request | null>(null)

/** Opens the upload dialog from anywhere, or takes files that were dropped; the upload feature answers. */
export function requestUpload(files: File[] = [], into?: UploadInto): void {
  wanted.dispatch({ files, into })
}

export const dropUploadRequest = () => wanted.dispatch(null)

/** What nobody has answered yet. */
export function useUploadRequest(): Request | null {
  return useStore(wanted, (request) => request)
}

/** For the one mounted upload feature; also a request made before it was loaded reaches it. */
export function useUploadRequests(answer: (files: File[], into?: UploadInto) => void): void {
  const request = useUploadRequest()
  const onRequest = useEffectEvent(answer)
  useEffect(() => {
    if (!request) return
    dropUploadRequest()
    onRequest(request.files, request.into)
  }, [request])
}

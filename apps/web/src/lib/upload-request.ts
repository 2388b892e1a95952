import { useEffect, useEffectEvent } from 'react'
import { createValue, useStore } from '#web/lib/store'

type Request = { files: File[] }

const wanted = createValue<Request | null>(null)

/** Opens the upload dialog from anywhere, or takes files that were dropped; the upload feature answers. */
export function requestUpload(files: File[] = []): void {
  wanted.dispatch({ files })
}

export const dropUploadRequest = () => wanted.dispatch(null)

/** What nobody has answered yet. */
export function useUploadRequest(): Request | null {
  return useStore(wanted, (request) => request)
}

/** For the one mounted upload feature; also a request made before it was loaded reaches it. */
export function useUploadRequests(answer: (files: File[]) => void): void {
  const request = useUploadRequest()
  const onRequest = useEffectEvent(answer)
  useEffect(() => {
    if (!request) return
    dropUploadRequest()
    onRequest(request.files)
  }, [request])
}

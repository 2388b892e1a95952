type Request = { files: File[] }
type Listener = (request: Request) => void

let listener: Listener | null = null
let waiting: Request | null = null

/** Opens the upload dialog from anywhere, or takes files that were dropped; the upload feature answers. */
export function requestUpload(files: File[] = []): void {
  if (listener) listener({ files })
  else waiting = { files }
}

/** For the one mounted upload feature; a request made before it was loaded is handed over at once. */
export function answerUploadRequests(answer: Listener): () => void {
  listener = answer
  if (waiting) answer(waiting)
  waiting = null
  return () => {
    if (listener === answer) listener = null
  }
}

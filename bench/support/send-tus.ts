import { tusContentType, tusVersion } from '@wingmark/contract/tus'
import { type LargeBody, send } from './large-png.ts'

type Target = { origin: string; path: string; headers?: Record<string, string>; metadata?: string }

const filename = `filename ${Buffer.from('large.png').toString('base64')}`

/** By the protocol's two requests; returns the headers of the last. */
export async function sendTus({ origin, path, headers = {}, metadata = filename }: Target, body: LargeBody) {
  const notified = { ...headers, 'tus-resumable': tusVersion }
  const length = String(body.contentLength)
  const created = await send({
    method: 'POST',
    url: origin + path,
    headers: { ...notified, 'upload-length': length, 'upload-metadata': metadata },
  })
  const answer = await send({
    method: 'PATCH',
    url: new URL(String(created.headers['location']), origin).href,
    headers: { ...notified, 'upload-offset': '0', 'content-type': tusContentType },
    body,
  })
  if (answer.headers['upload-offset'] !== length) throw new Error('the server did not keep it all')
  return answer.headers
}

/** With its bytes in the creating request, as the web app sends small files; returns its headers. */
export async function sendTusAtOnce(
  { origin, path, headers = {}, metadata = filename }: Target,
  body: LargeBody,
) {
  const length = String(body.contentLength)
  const answer = await send({
    method: 'POST',
    url: origin + path,
    headers: {
      ...headers,
      'tus-resumable': tusVersion,
      'upload-length': length,
      'upload-metadata': metadata,
      'content-type': tusContentType,
    },
    body,
  })
  if (answer.headers['upload-offset'] !== length) throw new Error('the server did not keep it all')
  return answer.headers
}

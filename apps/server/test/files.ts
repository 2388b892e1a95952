import { request } from 'node:http'
import type { Readable } from 'node:stream'
import type { File } from '@wingmark/contract/files'
import { getFile } from '@wingmark/contract/files'
import { type Caller, callerHeaders, type TestApp } from './start-test-app.ts'

/** Fetches a file address, which names the configured origin, from the running test server. */
export function fetchFile(app: TestApp, address: string, init: RequestInit = {}): Promise<Response> {
  const { pathname, search } = new URL(address)
  return app.fetch(pathname + search, init)
}

/** The file once it is rendered, or has failed. Patient: rendering has low priority, and other tests run beside it. */
export async function finished(app: TestApp, owner: Caller, file: File): Promise<File> {
  const until = performance.now() + 200_000
  while (performance.now() < until) {
    const { body } = await app.call(getFile, { params: { id: file._id } }, owner)
    if (body.result.state !== 'PROCESSING') return body.result
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${file.name} was not finished in time`)
}

type RawAnswer = { status: number; body: Record<string, unknown> }

/** Sends a raw body, for forms that no client would build; null when the connection broke before an answer. */
export function sendRaw(
  app: TestApp,
  caller: Caller,
  headers: Record<string, string>,
  body: Readable | string | Buffer,
): Promise<RawAnswer | null> {
  return new Promise((resolve) => {
    const target = request(`${app.url}/file/api/v1`, {
      method: 'POST',
      headers: { ...callerHeaders(caller), ...headers },
    })
    target.on('error', () => resolve(null))
    target.on('response', async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) })
    })
    if (typeof body === 'string' || Buffer.isBuffer(body)) target.end(body)
    else body.on('close', () => body.readableEnded || target.destroy()).pipe(target)
  })
}

export const boundary = 'form-boundary'
export const formType = { 'content-type': `multipart/form-data; boundary=${boundary}` }

/** One part of a hand-made form. */
export function part(disposition: string, content: string | Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
}

export const formEnd = Buffer.from(`--${boundary}--\r\n`)

/** Every page is one coloured rectangle, 200 points high and one wider than the page before. */
export function pdf(pages: number): Buffer {
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>']
  const kids = Array.from({ length: pages }, (_, index) => `${3 + index * 2} 0 R`).join(' ')
  objects.push(`<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`)
  for (let page = 1; page <= pages; page++) {
    const own = 4 + (page - 1) * 2
    objects.push(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${100 + page} 200] /Contents ${own} 0 R >>`)
    const content = `0 0.5 ${page / (pages + 1)} rg 10 10 50 50 re f`
    objects.push(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`)
  }
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.7\n${body}trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\n%%EOF\n`)
}

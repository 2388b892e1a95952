import { type GenerateBody, type Generated, type GenerateEvent, generate } from '@wingmark/contract/ai'
import { clientMessages } from '@wingmark/contract/errors'
import { anyShape, parseJson } from '@wingmark/contract/json'
import { v4 as uuid } from 'uuid'
import { bearerToken, callerHeaders, refused } from '#web/lib/api'
import { ApiError, networkError } from '#web/lib/api-error'

/** Streams generated text. Throws ApiError if refused or broken off, and the signal's reason if stopped. */
export async function writeWords(
  body: GenerateBody,
  {
    share,
    onWords,
    signal,
  }: {
    /** The share token for the review of an answered comment. */
    share: string | undefined
    onWords: (text: string) => void
    signal: AbortSignal
  },
): Promise<Generated> {
  const token = bearerToken()
  let text = ''
  try {
    const response = await fetch(generate.path, {
      method: generate.method,
      headers: {
        accept: 'text/event-stream',
        'content-type': 'application/json',
        'idempotency-key': uuid(),
        ...callerHeaders(share),
      },
      body: JSON.stringify(body),
      signal,
    })
    if (!response.ok) throw refused(response, parseJson(await response.text(), anyShape), token)
    for await (const { name, data } of eventsOf(response)) {
      if (name === 'words') onWords((text += data.text))
      if (name === 'done') return data
      if (name === 'failed') throw new ApiError({ status: 503, code: data.code, message: data.message })
    }
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof ApiError ? error : networkError('NETWORK')
  }
  throw new ApiError({ status: 0, code: 'NETWORK', message: clientMessages.network })
}

async function* eventsOf({ body }: Response): AsyncGenerator<GenerateEvent> {
  if (!body) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let left = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const blocks = (left + value).split('\n\n')
      left = blocks.pop() ?? ''
      for (const block of blocks) {
        const name = /^event: (.*)$/m.exec(block)?.[1]
        const data = /^data: (.*)$/m.exec(block)?.[1]
        // As for whole answers: the server's tests check what it sends against this contract.
        if (name && data) yield { name, data: parseJson(data, anyShape) } as GenerateEvent
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

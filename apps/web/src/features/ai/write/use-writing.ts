import { useQueryClient } from '@tanstack/react-query'
import type { GenerateBody } from '@wingmark/contract/ai'
import { useEffect, useRef, useState } from 'react'
import { accountKeys } from '#web/features/account/queries'
import { writeWords } from '#web/features/ai/write/write-words'
import { messageForError } from '#web/lib/error-toast'
import { shareTokenOf } from '#web/lib/share-token'

export type Writing =
  | { at: 'writing'; text: string }
  | { at: 'done'; text: string; note: string | null }
  /** Broken off or stopped: keeps the text so far. */
  | { at: 'ended'; text: string; error: string | null }

const cut = 'This text is incomplete: you ran out of AI characters, or it reached the length limit.'

/** One proposal at a time; unmounting ends it. `review`: that of the answered comment. */
export function useWriting(review: string | undefined) {
  const client = useQueryClient()
  const [state, setState] = useState<Writing | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const begin = async (wanted: GenerateBody) => {
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    let text = ''
    const show = (next: Writing) => running.current === own && setState(next)
    show({ at: 'writing', text })
    try {
      const made = await writeWords(wanted, {
        share: review && shareTokenOf(review),
        signal: own.signal,
        onWords: (words) => {
          text = words
          show({ at: 'writing', text })
        },
      })
      show({ at: 'done', text: made.text, note: made.isCut ? cut : null })
    } catch (error) {
      show({ at: 'ended', text, error: own.signal.aborted ? null : messageForError(error) })
    }
    void client.invalidateQueries({ queryKey: accountKeys.usage })
  }

  return { state, begin, stop: () => running.current?.abort() }
}

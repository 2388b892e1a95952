import { useEffect, useState } from 'react'
import { copyText } from '#web/lib/copy-text'

/** Copies the link at once, if the browser permits that without a click. */
export function useLinkAtHand(url: string | undefined): 'asked' | 'copied' | 'refused' {
  const [state, setState] = useState<'asked' | 'copied' | 'refused'>('asked')
  useEffect(() => {
    let isHere = true
    void (url === undefined ? Promise.resolve(false) : copyText(url)).then(
      (done) => isHere && setState(done ? 'copied' : 'refused'),
    )
    return () => {
      isHere = false
    }
  }, [url])
  return state
}

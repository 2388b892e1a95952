import { useEffect, useEffectEvent, useReducer } from 'react'
import { openLayer } from '#web/lib/layers'

/** For what lies on the page: while it is open, the browser's Back closes it, or asks it to. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const [asked, countAsked] = useReducer((count: number) => count + 1, 0)
  const close = useEffectEvent(() => {
    onClose()
    // What stays open all the same can be asked again.
    countAsked()
  })
  useEffect(() => (isOpen ? openLayer(() => close()) : undefined), [isOpen, asked])
}

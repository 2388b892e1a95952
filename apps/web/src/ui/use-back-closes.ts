import { useEffect, useEffectEvent, useReducer } from 'react'
import { openLayer } from '#web/lib/layers'

/** For layers over the page: Back closes them, or asks them to close. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const [asked, countAsked] = useReducer((count: number) => count + 1, 0)
  const close = useEffectEvent(() => {
    onClose()
    // A layer that stays open can be asked again.
    countAsked()
  })
  useEffect(() => (isOpen ? openLayer(() => close()) : undefined), [isOpen, asked])
}

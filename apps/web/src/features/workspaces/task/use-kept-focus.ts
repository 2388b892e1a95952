import { useEffect, useState } from 'react'

/** A task that goes to another place is another element there: it gets the focus back that it had. */
export function useKeptFocus(): (id: string | undefined) => void {
  const [wanted, want] = useState<string | undefined>()
  useEffect(() => {
    if (wanted === undefined || document.activeElement !== document.body) return
    document.querySelector<HTMLElement>(`[data-task="${wanted}"] a`)?.focus({ preventScroll: true })
  })
  useEffect(() => {
    const forget = () => want(undefined)
    window.addEventListener('pointerdown', forget)
    return () => window.removeEventListener('pointerdown', forget)
  }, [])
  return want
}

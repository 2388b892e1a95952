import { useEffect } from 'react'
import { keptTask } from '#web/features/workspaces/task/kept-task'
import { useStore } from '#web/lib/store'

/** A moved task is a new element: restores its focus. */
export function useKeptFocus(): (id: string | undefined) => void {
  const wanted = useStore(keptTask, (id) => id)
  useEffect(() => {
    if (wanted === null || document.activeElement !== document.body) return
    document.querySelector<HTMLElement>(`[data-task="${wanted}"] a`)?.focus({ preventScroll: true })
  })
  useEffect(() => {
    const forget = () => keptTask.dispatch(null)
    window.addEventListener('pointerdown', forget)
    return () => {
      window.removeEventListener('pointerdown', forget)
      forget()
    }
  }, [])
  return (id) => keptTask.dispatch(id ?? null)
}

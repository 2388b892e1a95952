import { useEffect, useEffectEvent } from 'react'
import { usePaletteOpen } from '#web/lib/palette'
import { createValue, useStore } from '#web/lib/store'

const wanted = createValue<string | null>(null)

/** Opens the field for a new task once the board of this workspace is there. */
export const requestNewTask = (workspace: string): void => wanted.dispatch(workspace)

/** For the board; the palette, which returns the focus as it closes, is gone by then. */
export function useNewTaskRequest(workspace: string, answer: () => void): void {
  const isWanted = useStore(wanted, (id) => id === workspace)
  const isPaletteOpen = usePaletteOpen()
  const onRequest = useEffectEvent(answer)
  useEffect(() => {
    if (!isWanted || isPaletteOpen) return
    wanted.dispatch(null)
    onRequest()
  }, [isWanted, isPaletteOpen])
}

import { useCommand } from '#web/features/room/state/commands'
import { comparingFor } from '#web/features/room/state/comparing'
import { useRoom } from '#web/features/room/state/room-context'
import { useReviewData, useShownVersion } from '#web/features/room/state/room-data'

/** Opens and closes the comparison. */
export function useCompareCommand(): void {
  const { store, isOnDevice, announce } = useRoom()
  const { files } = useReviewData()
  const shown = useShownVersion()
  useCommand('compare', () => {
    const { comparing, fileId } = store.get()
    const next = comparing || isOnDevice ? null : comparingFor(files, fileId, shown)
    if (next || comparing) store.dispatch({ do: 'compare', comparing: next })
    else announce('There’s nothing to compare this file with.')
  })
}

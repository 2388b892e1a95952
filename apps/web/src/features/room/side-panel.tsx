import { Suspense } from 'react'
import type { Presence } from '#web/features/room/live/use-live'
import { CommentsPanel } from '#web/features/room/panel/comments-panel'
import { useCommand } from '#web/features/room/state/commands'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { useReviewData } from '#web/features/room/state/room-data'
import { LatePart } from '#web/ui/late-notice'
import { lazily } from '#web/ui/lazily'
import panelClasses from './panel/panel.module.css'

const ChecksPanel = lazily(
  () => import('#web/features/room/checks/checks-panel').then((panel) => panel.ChecksPanel),
  (late) => (
    <aside className={panelClasses.panel} aria-label="Automatic checks" data-sheet="open">
      <LatePart late={late} what="The automatic checks" />
    </aside>
  ),
)

/** Beside the design: comments or findings. */
export function SidePanel({ presence }: { presence: Presence }) {
  const { store, isOnDevice } = useRoom()
  const { review, files } = useReviewData()
  const mayCheck = review.can.edit && !isOnDevice && files.length > 0
  const isChecking = useRoomState((state) => state.panel === 'CHECKS') && mayCheck
  useCommand('checks', () => {
    if (mayCheck) store.dispatch({ do: 'panel', panel: isChecking ? 'COMMENTS' : 'CHECKS' })
  })
  if (!isChecking) return <CommentsPanel presence={presence} />
  return (
    <Suspense fallback={<aside className={panelClasses.panel} aria-label="Automatic checks" aria-busy />}>
      <ChecksPanel />
    </Suspense>
  )
}

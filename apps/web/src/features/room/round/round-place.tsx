import { Suspense, useState } from 'react'
import { useCommand } from '#web/features/room/state/commands'
import { useRoom } from '#web/features/room/state/room-context'
import { useReviewData } from '#web/features/room/state/room-data'
import { LatePart } from '#web/ui/late-notice'
import { lazily } from '#web/ui/lazily'
import classes from './round-place.module.css'

const RoundBar = lazily(
  () => import('#web/features/room/round/round-bar').then((bar) => bar.RoundBar),
  (late) => <LatePart late={late} what="The round" />,
)

/** Above the stage, where a review has a round; without one, where the dialog to start one opens. */
export function RoundPlace() {
  const { isOnDevice } = useRoom()
  const { review } = useReviewData()
  const [asked, setAsked] = useState(0)
  useCommand('round', () => setAsked(asked + 1))
  if (isOnDevice || !(review.round || asked > 0)) return null
  return (
    <Suspense fallback={review.round && <div className={classes.place} />}>
      <RoundBar asked={asked} />
    </Suspense>
  )
}

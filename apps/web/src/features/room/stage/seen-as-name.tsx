import { CloseButton } from '@mantine/core'
import { useRoom } from '#web/features/room/state/room-context'
import { type SeenAs, seenAsNames } from '#web/features/room/state/seen-as'
import classes from './stage.module.css'

/** Says that the design is shown differently, and resets that. */
export function SeenAsName({ as }: { as: SeenAs }) {
  const { store } = useRoom()
  return (
    <div className={classes.seenAs} data-over-stage>
      {seenAsNames[as]}
      <CloseButton
        size="sm"
        variant="transparent"
        aria-label="Back to normal vision"
        onClick={() => store.dispatch({ do: 'seeAs', as: 'ALL' })}
      />
    </div>
  )
}

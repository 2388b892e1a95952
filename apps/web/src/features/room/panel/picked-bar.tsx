import { Button, CloseButton } from '@mantine/core'
import type { Comment } from '@wingmark/contract/comments'
import { useMakeable } from '#web/features/room/panel/use-make-task'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { formatCount } from '#web/lib/format'
import classes from './panel.module.css'

/** Actions for several comments at once. */
export function PickedBar({ listed }: { listed: readonly Comment[] }) {
  const picked = useRoomState((state) => state.picked)
  return picked && <Picked picked={picked} listed={listed} />
}

function Picked({ picked, listed }: { picked: readonly string[]; listed: readonly Comment[] }) {
  const { store } = useRoom()
  const makeable = useMakeable(listed).map(({ _id }) => _id)
  const areAll = makeable.length > 0 && makeable.every((id) => picked.includes(id))
  return (
    <div role="toolbar" aria-label="Selected comments" className={classes.picked}>
      <span aria-live="polite" className={classes.pickedCount}>
        {picked.length === 0 ? 'Select comments' : `${formatCount(picked.length, 'comment')} selected`}
      </span>
      <Button
        size="compact-sm"
        variant="subtle"
        disabled={makeable.length === 0}
        onClick={() => store.dispatch({ do: 'pick', comments: areAll ? [] : makeable })}
      >
        {areAll ? 'Select none' : 'Select all'}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        disabled={picked.length === 0}
        onClick={() => store.dispatch({ do: 'make', comments: picked })}
      >
        Create tasks
      </Button>
      <CloseButton
        size="sm"
        aria-label="Stop selecting"
        title="Stop selecting"
        onClick={() => store.dispatch({ do: 'pick', comments: null })}
      />
    </div>
  )
}

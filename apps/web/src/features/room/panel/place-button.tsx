import { Button } from '@mantine/core'
import type { Comment } from '@wingmark/contract/comments'
import { focusStage } from '#web/features/room/state/focus-stage'
import { useRoom } from '#web/features/room/state/room-context'

type Props = { comment: Comment; onPlace?: () => void }

/** The next tap on the design says where its pin is. */
export function PlaceButton({ comment: { _id, number }, onPlace }: Props) {
  const { store, announce } = useRoom()
  const place = () => {
    store.dispatch({ do: 'place', id: _id })
    onPlace?.()
    focusStage()
    announce(`Choose the place of comment ${number}. Press C to choose it by keyboard, Esc to cancel.`)
  }
  return (
    <Button size="compact-xs" variant="default" onClick={place}>
      Place on the design
    </Button>
  )
}

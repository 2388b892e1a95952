import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useRoom } from '#web/features/room/state/room-context'
import { useJoinReview } from '#web/features/sharing/queries'
import { toastSuccess } from '#web/lib/toast'
import classes from './bar.module.css'

/** For users who came by a link: adds the review to their list. */
export function JoinButton() {
  const { reviewId } = useRoom()
  const join = useJoinReview(reviewId)
  // The live stream may remove the button before the answer arrives; its toast appears all the same.
  const joinNow = () =>
    join.mutateAsync().then(
      () => toastSuccess('You’ve joined. The review is now in your list.'),
      () => null,
    )
  return (
    <Button
      size="xs"
      className={classes.add}
      leftSection={<IconUserPlus size={14} />}
      title="Become a member and find the review in your list"
      loading={join.isPending}
      onClick={() => void joinNow()}
    >
      Join
    </Button>
  )
}

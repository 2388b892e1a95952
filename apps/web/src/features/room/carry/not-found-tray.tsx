import { Button, CloseButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Comment } from '@wingmark/contract/comments'
import { Crop } from '#web/features/room/carry/crop'
import { cropShare } from '#web/features/room/carry/crop-place'
import { PlaceButton } from '#web/features/room/panel/place-button'
import { choiceOf } from '#web/features/room/state/choice'
import { firstWords } from '#web/features/room/state/first-words'
import { outcomeWords } from '#web/features/room/state/outcome-words'
import { useRoom } from '#web/features/room/state/room-context'
import { versionsQuery } from '#web/features/versions/queries'
import { useSession } from '#web/lib/session'
import classes from './carry.module.css'

/** Pins that are nowhere on the version, each as it was on its own. */
export function NotFoundTray({ lost, onClose }: { lost: readonly Comment[]; onClose: () => void }) {
  return (
    <section className={classes.tray} aria-label="Pins not found on this version">
      <header className={classes.trayHead}>
        <h2>Not found on this version</h2>
        <CloseButton size="sm" aria-label="Close the pins not found" onClick={onClose} />
      </header>
      <ul className={classes.lost}>
        {lost.map((comment) => (
          <Lost key={comment._id} comment={comment} onPlace={onClose} />
        ))}
      </ul>
    </section>
  )
}

function Lost({ comment, onPlace }: { comment: Comment; onPlace: () => void }) {
  const { reviewId, store } = useRoom()
  const isSignedIn = useSession().token !== null
  const { carried, file, number, message } = comment
  const { data } = useQuery(versionsQuery(reviewId, file))
  if (!carried) return null
  const { version, marker } = carried.was
  const from = data?.find((one) => one.number === version)?.file
  const show = () => {
    const choice = { ...choiceOf(comment), page: marker.page, version }
    store.dispatch({ do: 'choose', comment: choice, from: 'link' })
  }
  return (
    <li>
      {from && (
        <Crop
          file={from}
          marker={marker}
          share={cropShare([marker])}
          label={`Comment ${number} on version ${version}`}
        />
      )}
      <p className={classes.words}>
        <strong>{number}</strong> {firstWords(message)}
      </p>
      <p className={classes.dim}>{outcomeWords(carried)}</p>
      <div className={classes.bar}>
        {isSignedIn && comment.can.resolve && <PlaceButton comment={comment} onPlace={onPlace} />}
        <Button size="compact-xs" variant="default" onClick={show}>
          Show where it was
        </Button>
      </div>
    </li>
  )
}

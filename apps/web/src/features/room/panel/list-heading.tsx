import { type ListPlace, wordsOfPlace } from '#web/features/room/state/list-headings'
import type { CommentsOf } from '#web/features/room/state/list-view'
import { useRoom } from '#web/features/room/state/room-context'
import classes from './panel.module.css'

/** Above the comments of a file or page; opens it. */
export function ListHeading({ place, of }: { place: ListPlace; of: CommentsOf }) {
  const { store } = useRoom()
  const words = wordsOfPlace(place, of)
  return (
    <li className={classes.heading}>
      <h3>
        <button
          type="button"
          title={`Show ${words}`}
          onClick={() => store.dispatch({ do: 'showFile', fileId: place.file._id, page: place.page ?? 1 })}
        >
          {words}
        </button>
      </h3>
    </li>
  )
}

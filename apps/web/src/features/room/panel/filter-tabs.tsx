import type { Comment } from '@wingmark/contract/comments'
import { ExportMenu } from '#web/features/room/panel/export-menu'
import { ListMenu } from '#web/features/room/panel/list-menu'
import { SearchButton } from '#web/features/room/panel/list-search'
import { ReadComments } from '#web/features/room/panel/read-comments'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { useReviewData } from '#web/features/room/state/room-data'
import type { CommentFilter } from '#web/features/room/state/room-state'
import { FilterButtons } from '#web/ui/filter-buttons'
import classes from './panel.module.css'

const filters: readonly { value: CommentFilter; label: string }[] = [
  { value: 'OPEN', label: 'Open' },
  { value: 'RESOLVED', label: 'Resolved' },
  { value: 'ALL', label: 'All' },
]

export function FilterTabs({ comments }: { comments: readonly Comment[] }) {
  const { store } = useRoom()
  const { review } = useReviewData()
  const chosen = useRoomState((state) => state.filter)
  const open = comments.reduce((count, comment) => count + (comment.status === 'OPEN' ? 1 : 0), 0)
  const counts = { OPEN: open, RESOLVED: comments.length - open, ALL: comments.length }
  return (
    <FilterButtons
      label="Show"
      list={filters}
      counts={counts}
      chosen={chosen}
      onChoose={(filter) => store.dispatch({ do: 'filter', filter })}
    >
      <span className={classes.listTools}>
        <ReadComments />
        <SearchButton />
        <ListMenu comments={comments} />
        {review.can.edit && <ExportMenu />}
      </span>
    </FilterButtons>
  )
}

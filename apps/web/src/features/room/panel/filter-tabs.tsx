import type { Comment } from '@wingmark/contract/comments'
import { CheckAndExport } from '#web/features/room/bar/check-and-export'
import { ListMenu } from '#web/features/room/panel/list-menu'
import { SearchButton } from '#web/features/room/panel/list-search'
import { ReadComments } from '#web/features/room/panel/read-comments'
import { ToolMenu } from '#web/features/room/panel/tool-menu'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import type { CommentFilter } from '#web/features/room/state/room-state'
import { FilterButtons } from '#web/ui/filter-buttons'
import { useIsPhone } from '#web/ui/use-is-phone'
import classes from './panel.module.css'

const filters: readonly { value: CommentFilter; label: string }[] = [
  { value: 'OPEN', label: 'Open' },
  { value: 'RESOLVED', label: 'Resolved' },
  { value: 'ALL', label: 'All' },
]

export function FilterTabs({ comments }: { comments: readonly Comment[] }) {
  const { store } = useRoom()
  const isPhone = useIsPhone()
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
        {isPhone && <CheckAndExport MenuOf={ToolMenu} />}
      </span>
    </FilterButtons>
  )
}

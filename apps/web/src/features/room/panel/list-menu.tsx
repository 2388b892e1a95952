import { Menu } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import type { Comment } from '@wingmark/contract/comments'
import { useMuteReview } from '#web/features/reviews/queries'
import { PersonFilter } from '#web/features/room/panel/person-filter'
import { ToolMenu } from '#web/features/room/panel/tool-menu'
import { useMakeable } from '#web/features/room/panel/use-make-task'
import type { CommentSort, CommentsOfVersions, CommentsOnly } from '#web/features/room/state/list-view'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { useReviewData } from '#web/features/room/state/room-data'
import { hasVersions } from '#web/features/room/state/version-words'

const sorts: readonly { value: CommentSort; label: string }[] = [
  { value: 'PLACE', label: 'Place' },
  { value: 'TIME', label: 'Newest first' },
  { value: 'PERSON', label: 'Person' },
]
const ofVersions: readonly { value: CommentsOfVersions; label: string }[] = [
  { value: 'UNTIL', label: 'This and earlier' },
  { value: 'THIS', label: 'This version' },
  { value: 'ALL', label: 'All versions' },
]
const choices: readonly { value: CommentsOnly; label: string }[] = [
  { value: 'ANYBODY', label: 'All comments' },
  { value: 'MINE', label: 'Threads I’m in' },
  { value: 'UNREAD', label: 'New since my last visit' },
  { value: 'MENTIONS', label: 'Mentions of me' },
]

/** The list's order, and whose comments it shows. */
export function ListMenu({ comments }: { comments: readonly Comment[] }) {
  const { store } = useRoom()
  const { review } = useReviewData()
  const { sort, only, person, versions } = useRoomState((state) => state.list)
  const mute = useMuteReview()
  const isPlain = versions === 'UNTIL' && sort === 'PLACE' && only === 'ANYBODY' && person === null
  return (
    <ToolMenu name="Sort and filter" icon={<IconAdjustmentsHorizontal size={17} />} isActive={!isPlain}>
      <Menu.Label>Sort by</Menu.Label>
      <Menu.RadioGroup
        value={sort}
        onChange={(value) => store.dispatch({ do: 'list', change: { sort: find(sorts, value) } })}
      >
        {sorts.map(({ value, label }) => (
          <Menu.RadioItem key={value} value={value} closeMenuOnClick>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <VersionChoices />
      <Menu.Divider />
      <Menu.Label>Show</Menu.Label>
      <Menu.RadioGroup
        value={only}
        onChange={(value) => store.dispatch({ do: 'list', change: { only: find(choices, value) } })}
      >
        {choices.map(({ value, label }) => (
          <Menu.RadioItem key={value} value={value} closeMenuOnClick>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <PersonFilter comments={comments} />
      {review.role !== null && (
        <>
          <Menu.Divider />
          <Menu.Item onClick={() => store.dispatch({ do: 'changes', isOpen: true })}>Change list…</Menu.Item>
        </>
      )}
      <MakeTasks comments={comments} />
      {review.isMuted !== undefined && (
        <>
          <Menu.Divider />
          <Menu.Item onClick={() => mute({ review, muted: !review.isMuted })}>
            {review.isMuted ? 'Unmute review' : 'Mute review'}
          </Menu.Item>
        </>
      )}
    </ToolMenu>
  )
}

/** For files with several. */
function VersionChoices() {
  const { store } = useRoom()
  const { files } = useReviewData()
  const { versions } = useRoomState((state) => state.list)
  if (!files.some(hasVersions)) return null
  return (
    <>
      <Menu.Divider />
      <Menu.Label>Versions</Menu.Label>
      <Menu.RadioGroup
        value={versions}
        onChange={(value) => store.dispatch({ do: 'list', change: { versions: find(ofVersions, value) } })}
      >
        {ofVersions.map(({ value, label }) => (
          <Menu.RadioItem key={value} value={value} closeMenuOnClick>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}

/** Asked once the menu is open. */
function MakeTasks({ comments }: { comments: readonly Comment[] }) {
  const { store } = useRoom()
  if (useMakeable(comments).length === 0) return null
  return (
    <>
      <Menu.Divider />
      <Menu.Item onClick={() => store.dispatch({ do: 'pick', comments: [] })}>
        Create tasks from comments…
      </Menu.Item>
    </>
  )
}

/** Finds a menu's value by its text; the first one by default. */
function find<T extends string>(list: readonly { value: T }[], value: string): T {
  const found = list.find((one) => one.value === value) ?? list[0]
  if (!found) throw new Error('a menu without choices')
  return found.value
}

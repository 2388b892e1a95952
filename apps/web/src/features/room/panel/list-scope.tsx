import { Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { CommentsOf } from '#web/features/room/state/list-view'
import { pageCount } from '#web/features/room/state/page-source'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { useCurrentFile, useReviewData } from '#web/features/room/state/room-data'
import classes from './panel.module.css'

const labels: Record<CommentsOf, string> = { PAGE: 'This page', FILE: 'This file', REVIEW: 'Whole review' }

/** Switches the list between page, file and review, as far as they differ. */
export function ListScope() {
  const { store } = useRoom()
  const { files } = useReviewData()
  const file = useCurrentFile()
  const of = useRoomState((state) => state.list.of)
  const hasPages = file !== null && pageCount(file) > 1
  const choices = (['PAGE', 'FILE', 'REVIEW'] as const).filter(
    (one) => one === 'FILE' || one === of || (one === 'PAGE' ? hasPages : files.length > 1),
  )
  if (choices.length < 2) return null
  return (
    <Menu position="bottom-start" width={180}>
      <Menu.Target>
        <button type="button" className={classes.scope} data-touch title="Which comments are listed">
          {labels[of]} <IconChevronDown size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={of}
          onChange={(value) => {
            const chosen = choices.find((one) => one === value)
            if (chosen) store.dispatch({ do: 'list', change: { of: chosen } })
          }}
        >
          {choices.map((one) => (
            <Menu.RadioItem key={one} value={one} closeMenuOnClick>
              {labels[one]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}

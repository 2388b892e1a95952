import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useRoom } from '#web/features/room/state/room-context'
import { useCurrentFile, useReviewData } from '#web/features/room/state/room-data'
import classes from './bar.module.css'

/** Buttons to the previous and next file; nothing for a single one. */
export function FileSteps() {
  const { commands } = useRoom()
  const { files } = useReviewData()
  const file = useCurrentFile()
  if (files.length < 2) return null
  const at = files.findIndex((one) => one._id === file?._id)
  // At the ends they stay enabled: disabled, they would lose the focus.
  return (
    <span className={classes.steps}>
      <ActionIcon
        size={24}
        className={classes.tool}
        aria-label="Previous file"
        aria-disabled={at <= 0}
        title="Previous file ([)"
        onClick={() => commands.run('previousFile')}
      >
        <IconChevronLeft size={15} />
      </ActionIcon>
      <ActionIcon
        size={24}
        className={classes.tool}
        aria-label="Next file"
        aria-disabled={at === files.length - 1}
        title="Next file (])"
        onClick={() => commands.run('nextFile')}
      >
        <IconChevronRight size={15} />
      </ActionIcon>
    </span>
  )
}

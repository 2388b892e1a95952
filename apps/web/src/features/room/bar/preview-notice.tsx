import { ActionIcon, Tooltip } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import classes from './bar.module.css'

/** Says what of the file its preview leaves out. */
export function PreviewNotice({ notice }: { notice: string }) {
  return (
    <Tooltip label={notice} events={{ hover: false, focus: false, touch: true }} multiline w={260}>
      <ActionIcon size={30} className={classes.tool} aria-label={notice}>
        <IconInfoCircle size={16} />
      </ActionIcon>
    </Tooltip>
  )
}

import { ActionIcon, Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { requestUpload } from '#web/lib/upload-request'
import classes from './upload-button.module.css'

export type UploadButtonProps = { look: 'header' | 'floating'; isQuiet?: boolean }

const label = 'Upload file'

/** While nothing is uploaded, and before it is known whether something is. */
export function IdleUploadButton({ look, isQuiet = false }: UploadButtonProps) {
  if (look === 'header')
    return (
      <Button
        size="xs"
        variant={isQuiet ? 'default' : 'filled'}
        className={classes.header}
        leftSection={<IconUpload size={15} aria-hidden />}
        onClick={() => requestUpload()}
      >
        {label}
      </Button>
    )
  return (
    <ActionIcon
      className={classes.floating}
      variant="default"
      size={52}
      radius="xl"
      title={label}
      aria-label={label}
      onClick={() => requestUpload()}
    >
      <IconUpload size={22} aria-hidden />
    </ActionIcon>
  )
}

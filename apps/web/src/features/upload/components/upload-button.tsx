import { ActionIcon, Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import classes from './upload-button.module.css'

export type UploadButtonProps = { look: 'header' | 'floating' }

type Props = UploadButtonProps & {
  label: string
  /** What a press does, if the label does not say it. */
  action?: string
  /** Of running uploads; the floating button has room only for `words`. */
  progress?: { percent: number; words: string }
  isDisabled?: boolean
  onPress: () => void
}

/** In the header, or floating with a ring that fills during uploads. */
export function UploadButton({ look, label, action, progress, isDisabled, onPress }: Props) {
  if (look === 'header')
    return (
      <Button
        size="xs"
        variant="default"
        disabled={isDisabled}
        className={classes.header}
        leftSection={<IconUpload size={15} aria-hidden />}
        onClick={onPress}
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
      data-busy={progress ? true : undefined}
      style={progress && { '--wm-upload-percent': `${progress.percent}%` }}
      title={label}
      data-label={label}
      aria-label={action ? `${label}, ${action}` : label}
      onClick={onPress}
    >
      {progress ? (
        <span className={classes.count}>{progress.words}</span>
      ) : (
        <IconUpload size={22} aria-hidden />
      )}
    </ActionIcon>
  )
}

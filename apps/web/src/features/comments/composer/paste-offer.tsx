import { Button, CloseButton } from '@mantine/core'
import classes from './message-form.module.css'

type Props = { files: readonly File[]; onTake: () => void; onDismiss: () => void }

/** Offers the picture copied together with pasted text. */
export function PasteOffer({ files, onTake, onDismiss }: Props) {
  if (files.length === 0) return null
  const isPicture = files.every(({ type }) => type.startsWith('image/'))
  const what = isPicture ? 'image' : 'file'
  return (
    <div className={classes.offer} role="group" aria-label="Copied with the text">
      <Button size="compact-xs" variant="default" onClick={onTake}>
        {files.length === 1 ? `Attach ${what}` : `Attach ${files.length} ${what}s`}
      </Button>
      <CloseButton size="xs" aria-label="Leave out" onClick={onDismiss} />
    </div>
  )
}

import { Button, Group } from '@mantine/core'
import type { File } from '@wingmark/contract/files'
import type { FileActions } from '#web/features/room/files/use-file-actions'
import { formatCount } from '#web/lib/format'
import classes from './editor.module.css'

type Props = {
  chosen: readonly File[]
  actions: FileActions
  /** The id of the very first file. */
  first: string | null
  /** Of the sentence that says how. */
  howId: string
  onRemove: () => void
  onNone: () => void
}

/** Actions for the selected files; also work without mouse or keys. */
export function ChosenBar({ chosen, actions, first, howId, onRemove, onNone }: Props) {
  const isNone = chosen.length === 0
  const button = (label: string, onClick: () => void) => (
    <Button variant="default" size="xs" onClick={onClick}>
      {label}
    </Button>
  )
  return (
    <Group className={classes.chosen} gap="xs" role="toolbar" aria-label="Selected files">
      <span className={classes.count} aria-live="polite">
        {!isNone && `${formatCount(chosen.length, 'file')} selected`}
      </span>
      {isNone ? (
        <span id={howId} className={classes.how}>
          <span className={classes.byTaps}>Tap files to move or remove them.</span>
          <span className={classes.byKeys}>
            Drag files, or move them with Alt and the arrow keys. Space selects several.
          </span>
        </span>
      ) : (
        <>
          {button('Move to start', () => actions.move(chosen, first))}
          {button('Move left', () => actions.step(chosen, -1))}
          {button('Move right', () => actions.step(chosen, 1))}
          {button('Move to end', () => actions.move(chosen, null))}
          {button('Remove', onRemove)}
          <Button variant="subtle" color="gray" size="xs" onClick={onNone}>
            Clear selection
          </Button>
        </>
      )}
    </Group>
  )
}

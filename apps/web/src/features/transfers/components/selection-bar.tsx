import { Button, Group } from '@mantine/core'
import type { Item } from '#web/features/transfers/transfer-source'
import type { Commands } from '#web/features/transfers/use-transfer-commands'
import { formatCount } from '#web/lib/format'
import classes from './transfers.module.css'

type Props = {
  chosen: readonly Item[]
  commands: Commands
  onPlace: (what: 'move' | 'copy') => void
  onClear: () => void
}

/** What can be done with all that is chosen. */
export function SelectionBar({ chosen, commands, onPlace, onClear }: Props) {
  const { download, copy } = commands
  return (
    <Group className={classes.bar} gap="xs" role="toolbar" aria-label="With what is selected">
      <span role="status">{formatCount(chosen.length, 'item')} selected</span>
      {download && (
        <Button size="compact-sm" variant="default" onClick={() => download(chosen)}>
          Download
        </Button>
      )}
      <Button size="compact-sm" variant="default" disabled={commands.isBusy} onClick={() => onPlace('move')}>
        Move to…
      </Button>
      {copy && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={commands.isBusy}
          onClick={() => onPlace('copy')}
        >
          Copy to…
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        disabled={commands.isBusy}
        onClick={() => void commands.duplicate(chosen)}
      >
        Duplicate
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        disabled={commands.isBusy}
        onClick={() => void commands.remove(chosen)}
      >
        Delete
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={onClear}>
        Clear
      </Button>
    </Group>
  )
}

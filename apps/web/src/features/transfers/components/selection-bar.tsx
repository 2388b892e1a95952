import { Button, Group } from '@mantine/core'
import { transferRecordsMax } from '@wingmark/contract/limits'
import type { Item } from '#web/features/transfers/transfer-source'
import type { Commands } from '#web/features/transfers/use-transfer-commands'
import { formatCount } from '#web/lib/format'
import classes from './transfers.module.css'

type Props = {
  chosen: readonly Item[]
  /** As many as are listed, where all of them are meant and some are still to come. */
  coming: number | null
  commands: Commands
  onDownload: () => void
  onPlace: (what: 'move' | 'copy') => void
  onClear: () => void
}

/** What can be done with all that is chosen. */
export function SelectionBar({ chosen, coming, commands, onDownload, onPlace, onClear }: Props) {
  const { download, copy, send } = commands
  const isWaiting = coming !== null
  const action = (name: string, run: () => void, isOff = isWaiting || commands.isBusy) => (
    <Button size="compact-sm" variant="default" disabled={isOff} onClick={run}>
      {name}
    </Button>
  )
  return (
    <Group className={classes.bar} gap="xs" role="toolbar" aria-label="With what is selected">
      <span role="status">
        {isWaiting ? `Selecting ${formatCount(coming, 'item')}…` : countWords(chosen.length)}
      </span>
      {send && action('Send…', () => send(chosen), isWaiting)}
      {download && action('Download', onDownload, isWaiting)}
      {action('Move to…', () => onPlace('move'))}
      {copy && action('Copy to…', () => onPlace('copy'))}
      {action('Duplicate', () => void commands.duplicate(chosen))}
      {action('Delete', () => void commands.remove(chosen))}
      <Button size="compact-sm" variant="subtle" color="gray" onClick={onClear}>
        Clear
      </Button>
    </Group>
  )
}

const countWords = (count: number) =>
  `${formatCount(count, 'item')} selected${count === transferRecordsMax ? ', the most at once' : ''}`

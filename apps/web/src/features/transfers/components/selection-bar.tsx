import { Button, Group } from '@mantine/core'
import { transferRecordsMax } from '@wingmark/contract/limits'
import { memo, useLayoutEffect, useRef, useState } from 'react'
import type { Item } from '#web/features/transfers/transfer-source'
import type { Commands } from '#web/features/transfers/use-transfer-commands'
import { formatCount } from '#web/lib/format'
import classes from './transfers.module.css'

type Props = {
  chosen: readonly Item[]
  /** The listed total while all are selected and some are still loading. */
  coming: number | null
  commands: Commands
  onDownload: () => void
  onPlace: (what: 'move' | 'copy') => void
  onClear: () => void
}

type Act = 'send' | 'download' | 'move' | 'copy' | 'duplicate' | 'remove' | 'clear'

/** Actions for the selection. */
export function SelectionBar({ chosen, coming, commands, onDownload, onPlace, onClear }: Props) {
  const { download, copy, send, isBusy } = commands
  const isWaiting = coming !== null
  const acts: Record<Act, () => unknown> = {
    send: () => send?.(chosen),
    download: onDownload,
    move: () => onPlace('move'),
    copy: () => onPlace('copy'),
    duplicate: () => commands.duplicate(chosen),
    remove: () => commands.remove(chosen),
    clear: onClear,
  }
  const latest = useRef(acts)
  useLayoutEffect(() => {
    latest.current = acts
  })
  const [run] = useState(() => (act: Act) => void latest.current[act]())
  return (
    <Group className={classes.bar} gap="xs" role="toolbar" aria-label="Selected items">
      <span role="status">
        {isWaiting ? `Selecting ${formatCount(coming, 'item')}…` : countWords(chosen.length)}
      </span>
      <Actions
        hasSend={send !== undefined}
        hasDownload={download !== undefined}
        hasCopy={copy !== undefined}
        isWaiting={isWaiting}
        isBusy={isBusy}
        run={run}
      />
    </Group>
  )
}

type ActionsProps = {
  hasSend: boolean
  hasDownload: boolean
  hasCopy: boolean
  isWaiting: boolean
  isBusy: boolean
  run: (act: Act) => void
}

/** Selecting another item does not render them again. */
const Actions = memo(function Actions({ run, isWaiting, isBusy, ...has }: ActionsProps) {
  const action = (name: string, act: Act, isOff = isWaiting || isBusy) => (
    <Button size="compact-sm" variant="default" disabled={isOff} onClick={() => run(act)}>
      {name}
    </Button>
  )
  return (
    <>
      {has.hasSend && action('Send…', 'send', isWaiting)}
      {has.hasDownload && action('Download', 'download', isWaiting)}
      {action('Move to…', 'move')}
      {has.hasCopy && action('Copy to…', 'copy')}
      {action('Duplicate', 'duplicate')}
      {action('Delete', 'remove')}
      <Button size="compact-sm" variant="subtle" color="gray" onClick={() => run('clear')}>
        Clear
      </Button>
    </>
  )
})

const countWords = (count: number) =>
  `${formatCount(count, 'item')} selected${count === transferRecordsMax ? ', the maximum' : ''}`

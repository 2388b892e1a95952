import { Button, Group } from '@mantine/core'
import type { Item } from '#web/features/transfers/transfer-source'
import { nameOrCount } from '#web/lib/name-files'
import classes from './transfers.module.css'

export type Clipboard = { isCopy: boolean; items: readonly Item[] }

type Props = {
  kept: Clipboard | null
  isBusy: boolean
  onPaste: (kept: Clipboard) => void
  onClear: (none: null) => void
}

/** Items cut or copied by keys, until pasted. */
export function ClipboardBar({ kept, isBusy, onPaste, onClear }: Props) {
  if (!kept) return null
  return (
    <Group className={classes.bar} gap="xs" role="group" aria-label="Cut or copied">
      <span role="status">
        {nameOrCount(kept.items)} {kept.isCopy ? 'copied' : 'cut'}. Open the target folder.
      </span>
      <Button size="compact-sm" variant="default" disabled={isBusy} onClick={() => onPaste(kept)}>
        Paste here
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onClear(null)}>
        Cancel
      </Button>
    </Group>
  )
}

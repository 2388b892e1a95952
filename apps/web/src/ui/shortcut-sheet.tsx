import { Kbd } from '@mantine/core'
import type { Shortcut } from '#web/lib/keys'
import { Dialog } from '#web/ui/dialog'
import { useFocusBack } from '#web/ui/give-focus-back'
import classes from './shortcut-sheet.module.css'

type Props = { shortcuts: readonly Shortcut[]; onClose: () => void }

export function ShortcutSheet({ shortcuts, onClose }: Props) {
  useFocusBack()
  return (
    <Dialog opened onClose={onClose} title="Keyboard shortcuts" closeButtonProps={{ 'aria-label': 'Close' }}>
      <ShortcutList shortcuts={shortcuts} />
    </Dialog>
  )
}

export function ShortcutList({ shortcuts }: Pick<Props, 'shortcuts'>) {
  return (
    <dl className={classes.list}>
      {shortcuts.map(({ keys, what }) => (
        <div key={what} className={classes.shortcut}>
          <dt>
            {keys.map((key) => (
              <Kbd key={key} size="sm">
                {key}
              </Kbd>
            ))}
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  )
}

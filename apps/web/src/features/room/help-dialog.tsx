import { Kbd, Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import { shortcutList } from '#web/features/room/state/shortcuts'
import { focusedOpener, giveFocusBack } from '#web/ui/give-focus-back'
import classes from './room.module.css'

export function HelpDialog({ onClose }: { onClose: () => void }) {
  const [opener] = useState(focusedOpener)
  useEffect(() => () => giveFocusBack(opener), [opener])
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" closeButtonProps={{ 'aria-label': 'Close' }}>
      <dl className={classes.shortcuts}>
        {shortcutList.map(({ keys, what }) => (
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
    </Modal>
  )
}

import { Kbd, Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useRoom } from '#web/features/room/state/room-context'
import { shortcutList } from '#web/features/room/state/shortcuts'
import { focusedOpener, giveFocusBack } from '#web/ui/give-focus-back'
import classes from './room.module.css'

export function HelpDialog() {
  const { store } = useRoom()
  const [opener] = useState(focusedOpener)
  useEffect(() => () => giveFocusBack(opener), [opener])
  return (
    <Modal
      opened
      onClose={() => store.dispatch({ do: 'help', isOpen: false })}
      title="Keyboard shortcuts"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
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

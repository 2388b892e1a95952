import { Button } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconPlayerTrackNext, IconX } from '@tabler/icons-react'
import type { FixCommand } from '#web/features/room/carry/fix-keys'
import type { QueueItem } from '#web/features/room/carry/fix-queue'
import classes from './carry.module.css'

type Props = { item: QueueItem; mayDecide: boolean; run: (command: FixCommand) => void }

/** At the thumb on a phone; the keys do the same. */
export function FixActions({ item, mayDecide, run }: Props) {
  return (
    <div className={classes.actions} role="toolbar" aria-label="Decide on this comment">
      <Button
        className={classes.second}
        variant="subtle"
        color="gray"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        onClick={() => run('undo')}
      >
        Undo <kbd>Z</kbd>
      </Button>
      <Button
        className={classes.second}
        variant="subtle"
        color="gray"
        leftSection={<IconPlayerTrackNext size={16} aria-hidden />}
        onClick={() => run('skip')}
      >
        Skip <kbd>S</kbd>
      </Button>
      {mayDecide && (
        <>
          <Button
            className={classes.main}
            variant="default"
            aria-pressed={item.result === 'REOPENED'}
            leftSection={<IconX size={16} aria-hidden />}
            onClick={() => run('notYet')}
          >
            Not yet <kbd>R</kbd>
          </Button>
          <Button
            className={classes.main}
            aria-pressed={item.result === 'ACCEPTED'}
            leftSection={<IconCheck size={16} aria-hidden />}
            onClick={() => run('accept')}
          >
            Accept fix <kbd>A</kbd>
          </Button>
        </>
      )}
    </div>
  )
}

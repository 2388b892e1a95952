import { Button, Text } from '@mantine/core'
import type { UnverifiedWork } from '@wingmark/contract/unverified-work'
import { useAnswerUnverifiedWork } from '#web/features/account/settings-queries'
import { countUnverified } from '#web/features/account/unverified-work-words'
import { formatDay } from '#web/lib/format'
import classes from './settings.module.css'

/** What verification removed, while it can be restored. */
export function RemovedThings({ removed }: { removed: UnverifiedWork }) {
  const answer = useAnswerUnverifiedWork()
  const until = removed.undoUntil === null ? '' : formatDay(removed.undoUntil)
  return (
    <div className={classes.split}>
      <Text size="sm">
        You removed {countUnverified(removed)} created before you confirmed your address. You can restore what
        you removed until {until}.
      </Text>
      <Button variant="default" loading={answer.isPending} onClick={() => answer.mutate('UNDO')}>
        Restore
      </Button>
    </div>
  )
}

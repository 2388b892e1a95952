import { Button, Text } from '@mantine/core'
import type { EarlierThings } from '@wingmark/contract/earlier'
import { countEarlier } from '#web/features/account/earlier-words'
import { useAnswerEarlier } from '#web/features/account/settings-queries'
import { formatDay } from '#web/lib/format'
import classes from './settings.module.css'

/** What was removed when the address was confirmed, while it can be put back. */
export function RemovedThings({ removed }: { removed: EarlierThings }) {
  const answer = useAnswerEarlier()
  const until = removed.undoUntil === null ? '' : formatDay(removed.undoUntil)
  return (
    <div className={classes.split}>
      <Text size="sm">
        You removed {countEarlier(removed)} from before you confirmed your address. You can restore it until{' '}
        {until}.
      </Text>
      <Button variant="default" loading={answer.isPending} onClick={() => answer.mutate('UNDO')}>
        Restore
      </Button>
    </div>
  )
}

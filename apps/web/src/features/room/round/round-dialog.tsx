import { Button, NativeSelect } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import type { Round } from '@wingmark/contract/rounds'
import { useState } from 'react'
import { RoundDecisions } from '#web/features/room/round/round-decisions'
import { RoundEditor } from '#web/features/room/round/round-editor'
import { RoundPeople } from '#web/features/room/round/round-people'
import { RoundState } from '#web/features/room/round/round-state'
import { useRoom } from '#web/features/room/state/room-context'
import { useReviewData } from '#web/features/room/state/room-data'
import { useDownloadSummary } from '#web/features/rounds/queries'
import { dueThere } from '#web/lib/due'
import { Dialog } from '#web/ui/dialog'
import { useFocusBack } from '#web/ui/give-focus-back'
import { countWords, outcomeWords } from '#web/ui/round-counts'
import { dueSentence } from '#web/ui/round-words'
import { useIsPhone } from '#web/ui/use-is-phone'
import classes from './round-dialog.module.css'

type Props = { rounds: readonly Round[]; first: string; onDecide: () => void; onClose: () => void }

/** A round as it stands: what is asked, who has decided what, on which version, and how it went on. */
export function RoundDialog({ rounds, first, onDecide, onClose }: Props) {
  const isPhone = useIsPhone()
  useFocusBack()
  const [id, setId] = useState(first)
  const begun = rounds.filter(({ state }) => state !== 'DRAFT')
  const round = begun.find(({ _id }) => _id === id) ?? begun[0]
  if (!round) return null
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Round ${round.number}`}
      size="var(--wm-dialog-width)"
      fullScreen={isPhone}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ body: classes.body }}
    >
      {begun.length > 1 && (
        <NativeSelect
          aria-label="Which round"
          value={round._id}
          onChange={(event) => setId(event.currentTarget.value)}
          data={begun.map((one) => ({
            value: one._id,
            label: `Round ${one.number}: ${one.state === 'OPEN' ? 'open' : outcomeWords[one.outcome].toLowerCase()}`,
          }))}
        />
      )}
      <About round={round} />
      {round.state === 'OPEN' && round.can.decide && (
        <Button onClick={onDecide}>{round.mine.status === 'OPEN' ? 'Decide' : 'Change your decision'}</Button>
      )}
      <RoundPeople round={round} />
      <RoundDecisions key={round._id} round={round} />
      {round.can.edit && <RoundEditor key={`${round._id} ${round.endsAt} ${round.message}`} round={round} />}
      <Summary round={round} />
      <RoundState round={round} />
    </Dialog>
  )
}

const rules = {
  ALL: () => 'All reviewers have to approve.',
  AT_LEAST: (count: number) =>
    count === 1 ? 'One approval is enough.' : `At least ${count} people have to approve.`,
  NAMED: () => 'The people marked “needed” have to approve.',
}

function About({ round }: { round: Round }) {
  const { message, rule, state, endsAt, timeZone, reason } = round
  const due = dueSentence(round)
  const there = due && dueThere(endsAt, timeZone)
  return (
    <div className={classes.about}>
      <p className={classes.state}>
        {countWords(round)}
        {due && ` · ${due}`}
        {there && ` (${there})`}
      </p>
      {message && <p className={classes.message}>{message}</p>}
      <p className={classes.dim}>
        {rules[rule.kind](rule.count)}
        {state === 'OPEN' && round.closesAtEnd && ' The round closes at its end.'}
      </p>
      {reason && <p className={classes.dim}>Reason: {reason}</p>}
    </div>
  )
}

/** What was approved, by whom and when, with the checksum of each file. */
function Summary({ round }: { round: Round }) {
  const { reviewId } = useRoom()
  const { review } = useReviewData()
  const { mutate, isPending } = useDownloadSummary(reviewId)
  if (review.role === null) return null
  return (
    <div>
      <Button
        size="xs"
        variant="default"
        loading={isPending}
        leftSection={<IconFileTypePdf size={16} aria-hidden />}
        onClick={() => mutate(round._id)}
      >
        Summary as PDF
      </Button>
    </div>
  )
}

import { Button } from '@mantine/core'
import type { Round } from '@wingmark/contract/rounds'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { RoundFaces } from '#web/features/room/round/round-faces'
import { RoundTrouble } from '#web/features/room/round/round-trouble'
import { useRounds } from '#web/features/room/round/use-rounds'
import { useSeenVersions } from '#web/features/room/round/use-seen-versions'
import { useRoom } from '#web/features/room/state/room-context'
import { useReviewData } from '#web/features/room/state/room-data'
import { dueThere } from '#web/lib/due'
import { usePreload } from '#web/ui/late-menu'
import { LateDialog } from '#web/ui/late-notice'
import { lazily } from '#web/ui/lazily'
import { countWords } from '#web/ui/round-counts'
import { dueSentence, ownWords } from '#web/ui/round-words'
import { useIsPhone } from '#web/ui/use-is-phone'
import classes from './round-bar.module.css'

const StartDialog = lazily(
  () => import('#web/features/room/round/start-dialog').then((dialog) => dialog.StartDialog),
  (late, { onClose }) => <LateDialog late={late} what="The new round" onClose={onClose} />,
)
const DecideDialog = lazily(
  () => import('#web/features/room/round/decide-dialog').then((dialog) => dialog.DecideDialog),
  (late, { onClose }) => <LateDialog late={late} what="Your decision" onClose={onClose} />,
)
const RoundDialog = lazily(
  () => import('#web/features/room/round/round-dialog').then((dialog) => dialog.RoundDialog),
  (late, { onClose }) => <LateDialog late={late} what="The round" onClose={onClose} />,
)

type Opened = 'start' | 'decide' | 'round' | null

/** What is asked, until when, and who has decided; with the dialogs of rounds. `asked`: counts calls for them. */
export function RoundBar({ asked }: { asked: number }) {
  const { announce } = useRoom()
  const { review } = useReviewData()
  const { rounds, items } = useRounds()
  const seen = useSeenVersions()
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  const round =
    rounds?.find(({ state }) => state === 'OPEN') ?? rounds?.find(({ state }) => state === 'CLOSED')

  // It must be there without the network, too.
  usePreload(DecideDialog.preload)

  const answered = useRef(0)
  const answer = useEffectEvent(() => {
    if (asked <= answered.current || !rounds) return
    answered.current = asked
    if (round?.state === 'OPEN') setOpened(round.can.decide ? 'decide' : 'round')
    else if (review.can.startRound) setOpened('start')
    else if (round) setOpened('round')
    else announce('Nobody has asked for a decision yet.')
  })
  useEffect(() => answer(), [asked, rounds])

  const waits = items.some(({ target, end }) => target.kind === 'decide' && !end)
  return (
    <>
      {round && (
        <section className={classes.bar} aria-label={`Round ${round.number}`} data-state={round.state}>
          <Words round={round} onOpen={() => setOpened('round')} />
          <Deciders round={round} onOpen={() => setOpened('round')} />
          <OwnDecision round={round} isWaiting={waits} onDecide={() => setOpened('decide')} />
        </section>
      )}
      {rounds && <RoundTrouble rounds={rounds} />}
      <Suspense>
        {opened === 'start' && <StartDialog rounds={rounds ?? []} onClose={close} />}
        {opened === 'decide' && round && <DecideDialog round={round} seen={seen} onClose={close} />}
        {opened === 'round' && rounds && round && (
          <RoundDialog
            rounds={rounds}
            first={round._id}
            onDecide={() => setOpened('decide')}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}

function Words({ round, onOpen }: { round: Round; onOpen: () => void }) {
  const due = dueSentence(round)
  const there = due && dueThere(round.endsAt, round.timeZone)
  return (
    <button type="button" className={classes.words} aria-haspopup="dialog" onClick={onOpen}>
      <span className={classes.main} title={there ?? undefined}>
        <span className={due ? classes.number : undefined}>Round {round.number} · </span>
        <span data-over={round.isOverdue}>{due ?? countWords(round)}</span>
      </span>{' '}
      {round.message && round.state === 'OPEN' && <span className={classes.message}>{round.message}</span>}
    </button>
  )
}

function Deciders({ round, onOpen }: { round: Round; onOpen: () => void }) {
  const isPhone = useIsPhone()
  const words = countWords(round)
  const isOpen = round.state === 'OPEN'
  return (
    <button type="button" className={classes.deciders} aria-haspopup="dialog" onClick={onOpen}>
      <RoundFaces people={round.people} max={isPhone ? 3 : 5} />
      {isOpen ? <span className={classes.count}>{words}</span> : 'Details'}
    </button>
  )
}

type OwnProps = { round: Round; isWaiting: boolean; onDecide: () => void }

function OwnDecision({ round: { state, can, mine }, isWaiting, onDecide }: OwnProps) {
  if (state !== 'OPEN' || !can.decide) return null
  if (mine.status === 'OPEN' && !isWaiting)
    return (
      <Button size="xs" className={classes.decide} data-decide onClick={onDecide}>
        Decide
      </Button>
    )
  return (
    <span className={classes.own} role="status">
      <span className={classes.mine}>
        {isWaiting ? 'Your decision waits to be sent' : ownWords[mine.status]}
      </span>
      <Button size="xs" variant="default" className={classes.change} onClick={onDecide}>
        Change
      </Button>
    </span>
  )
}

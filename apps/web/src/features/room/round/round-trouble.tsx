import { Button } from '@mantine/core'
import { isolated } from '@wingmark/contract/names'
import type { Round } from '@wingmark/contract/rounds'
import type { DecideTarget, RoundItem } from '#web/features/room/round/round-changes'
import { useRounds } from '#web/features/room/round/use-rounds'
import { useRoom } from '#web/features/room/state/room-context'
import { useReviewData } from '#web/features/room/state/room-data'
import { copyWords } from '#web/lib/copy-words'
import { decidedWords } from '#web/ui/round-words'
import classes from './round-bar.module.css'

/** A decision that was not recorded, why, and what to do; its note stays until then. */
export function RoundTrouble({ rounds }: { rounds: readonly Round[] }) {
  const { items, outbox } = useRounds()
  return items
    .filter(({ state }) => state === 'failed')
    .map((item) => (
      <div key={item.key} className={classes.trouble} role="alert">
        <div className={classes.why}>
          <p>{item.end?.why ?? item.error}</p>
          {item.target.kind === 'decide' && (
            <p className={classes.kept}>
              Not recorded: {whatOf(item.target)}
              {noteOf(item.target) && (
                <>
                  {' '}
                  Your note: <q>{noteOf(item.target)}</q>
                </>
              )}
            </p>
          )}
        </div>
        <Ways item={item} rounds={rounds} onRetry={() => outbox.retry(item.key)} />
        <Button
          size="compact-xs"
          variant="subtle"
          className={classes.quiet}
          onClick={() => outbox.discard(item.key)}
        >
          Discard
        </Button>
      </div>
    ))
}

const noteOf = ({ files }: DecideTarget) => files.map(({ note }) => note.trim()).find((note) => note !== '')
const whatOf = ({ files }: DecideTarget) => {
  const words = new Set(files.map((one) => decidedWords[one.decision]))
  return `“${[...words].join(', ')}”.`
}

type Props = { item: RoundItem; rounds: readonly Round[]; onRetry: () => void }

function Ways({ item, rounds, onRetry }: Props) {
  const { target, end } = item
  const newer = useNewer(target.kind === 'decide' ? target : null)
  if (target.kind !== 'decide' || !end)
    return (
      <Button size="compact-xs" variant="default" className={classes.change} onClick={onRetry}>
        Try again
      </Button>
    )
  const isOpen = rounds.some(({ _id, state }) => _id === target.round && state === 'OPEN')
  if (isOpen && newer)
    return (
      <Button size="compact-xs" variant="default" className={classes.change} onClick={newer.show}>
        {newer.words}
      </Button>
    )
  const note = noteOf(target)
  return note ? (
    <Button
      size="compact-xs"
      variant="default"
      className={classes.change}
      onClick={() => void copyWords(note)}
    >
      Copy the note
    </Button>
  ) : null
}

/** The first file of a decision that has a newer version by now, and the way there. */
function useNewer(target: DecideTarget | null) {
  const { store } = useRoom()
  const { files } = useReviewData()
  const stale = target?.files.find(({ file, version }) => {
    const now = files.find(({ _id }) => _id === file)
    return now !== undefined && now.version > version
  })
  const file = files.find(({ _id }) => _id === stale?.file)
  if (!file) return null
  const of = files.length > 1 ? ` of ${isolated(file.name)}` : ''
  return {
    words: `Show version ${file.version}${of}`,
    show: () => store.dispatch({ do: 'showFile', fileId: file._id, version: null }),
  }
}

import { IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import type { RoundOutcome, RoundPerson } from '@wingmark/contract/rounds'
import { Face } from '#web/ui/face'
import classes from './round-faces.module.css'

type Props = { people: readonly RoundPerson[]; max: number }

/** Whose decision is there: a tick, a turn arrow, or nothing. The words are beside it. */
export function RoundFaces({ people, max }: Props) {
  const there = people.filter(({ isGone }) => !isGone)
  const shown = there.length > max ? there.slice(0, max - 1) : there
  return (
    <span className={classes.faces} aria-hidden>
      {shown.map((person) => (
        <DecidedFace key={person._id} person={person} size={24} />
      ))}
      {there.length > shown.length && <span className={classes.more}>+{there.length - shown.length}</span>}
    </span>
  )
}

export function DecidedFace({ person, size }: { person: RoundPerson; size: number }) {
  return (
    <span className={classes.face} title={person.name}>
      <Face connectionId={person.user} name={person.name} src={person.avatar} size={size} />
      <DecisionSign status={person.status} />
    </span>
  )
}

/** Its shape says it, not only its colour. */
export function DecisionSign({ status }: { status: RoundOutcome }) {
  if (status === 'OPEN') return null
  return (
    <span className={classes.sign} data-status={status} aria-hidden>
      {status === 'CHANGES_REQUESTED' ? (
        <IconArrowBackUp size={10} stroke={3} />
      ) : (
        <IconCheck size={10} stroke={3} />
      )}
    </span>
  )
}

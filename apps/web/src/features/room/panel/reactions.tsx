import type { Comment, Reaction, ReactionKind, Reply } from '@wingmark/contract/comments'
import { guestNameMax } from '@wingmark/contract/limits'
import { beginningOf } from '@wingmark/contract/shorten'
import { useState } from 'react'
import { NameStep } from '#web/features/comments/composer/name-step'
import { nameGuest, rememberGuestName } from '#web/features/comments/outbox/guest-identity'
import { reactionLooks, reactorsInWords } from '#web/features/room/panel/reaction-kinds'
import { useNamelessReaction, useReact } from '#web/features/room/panel/use-react'
import { useRoom } from '#web/features/room/state/room-context'
import { useMe } from '#web/features/room/state/room-data'
import { isPassing } from '#web/lib/api-error'
import { messageForError } from '#web/lib/error-toast'
import classes from './reactions.module.css'

type Props = { of: Comment | Reply; fileId: string }

/** Reactions to a message: quiet chips, the user's own marked. */
export function Reactions({ of, fileId }: Props) {
  const nameless = useNamelessReaction(of._id)
  if (of.reactions.length === 0 && nameless === null) return null
  return (
    <>
      {of.reactions.length > 0 && <Chips of={of} fileId={fileId} />}
      {nameless !== null && <NameFirst of={of} fileId={fileId} kind={nameless} />}
    </>
  )
}

function Chips({ of, fileId }: Props) {
  const me = useMe()
  const { toggle } = useReact({ of, fileId })
  return (
    <ul className={classes.chips} aria-label="Reactions">
      {of.reactions.map((reaction) => (
        <li key={reaction.kind}>
          <Chip
            reaction={reaction}
            who={reactorsInWords(reaction, me)}
            onToggle={of.can.react ? () => toggle(reaction.kind) : null}
          />
        </li>
      ))}
    </ul>
  )
}

type ChipProps = { reaction: Reaction; who: string; onToggle: (() => void) | null }

function Chip({ reaction: { kind, count, isMine }, who, onToggle }: ChipProps) {
  const { icon: Icon, name } = reactionLooks[kind]
  const looks = {
    className: classes.chip,
    'data-own': isMine,
    title: `${name}: ${who}`,
    'aria-label': `${name}, ${count}: ${who}`,
  }
  const content = (
    <>
      <Icon size={14} aria-hidden />
      {count}
    </>
  )
  if (!onToggle)
    return (
      <span role="img" {...looks}>
        {content}
      </span>
    )
  return (
    <button type="button" aria-pressed={isMine} onClick={onToggle} {...looks}>
      {content}
    </button>
  )
}

/** Asks people without an account for a name; the reaction is sent after that. */
function NameFirst({ of, fileId, kind }: Props & { kind: ReactionKind }) {
  const { store, composer } = useRoom()
  const { react } = useReact({ of, fileId })
  const [error, setError] = useState<string | null>(null)
  const close = () => store.dispatch({ do: 'askName', reaction: null })
  const onName = async (given: string) => {
    const name = beginningOf(given.trim(), guestNameMax)
    if (name === '') return setError('Please enter your name')
    try {
      await nameGuest(name)
    } catch (refused) {
      if (!isPassing(refused)) return setError(messageForError(refused) ?? 'This couldn’t be sent.')
      rememberGuestName(name)
    }
    react(kind, true)
    close()
  }
  return (
    <div className={classes.name}>
      <NameStep
        error={error}
        notice={composer.notice?.() ?? null}
        submit="React"
        onName={onName}
        onBack={close}
      />
    </div>
  )
}

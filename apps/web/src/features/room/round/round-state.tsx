import { Button, TextInput } from '@mantine/core'
import { roundReasonMax } from '@wingmark/contract/limits'
import type { Round } from '@wingmark/contract/rounds'
import { useState } from 'react'
import { useChangeRound } from '#web/features/room/round/round-outbox'
import { toastForError } from '#web/lib/error-toast'
import foot from '#web/ui/dialog-foot.module.css'
import classes from './round-dialog.module.css'

/** Closes a round early or reopens it, with the reason that everyone reads. */
export function RoundState({ round }: { round: Round }) {
  const change = useChangeRound()
  const [isAsked, setAsked] = useState(false)
  const [reason, setReason] = useState('')
  const isOpen = round.state === 'OPEN'
  if (isOpen ? !round.can.close : !round.can.reopen) return null
  const words = isOpen ? 'Close round' : 'Reopen round'
  if (!isAsked)
    return (
      <div className={classes.end}>
        <Button variant="default" onClick={() => setAsked(true)}>
          {words}…
        </Button>
      </div>
    )
  const submit = () => {
    setAsked(false)
    setReason('')
    const state = isOpen ? ('CLOSED' as const) : ('OPEN' as const)
    void change(round, { kind: 'state', round: round._id, state, reason: reason.trim() }).catch(toastForError)
  }
  return (
    <form
      className={classes.editor}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextInput
        label={isOpen ? 'Why close it now?' : 'Why reopen it?'}
        description="Everyone who sees the round can read this."
        maxLength={roundReasonMax}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user just asked for it.
        autoFocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className={foot.buttons}>
        <Button variant="default" onClick={() => setAsked(false)}>
          Cancel
        </Button>
        <Button type="submit">{words}</Button>
      </div>
    </form>
  )
}

import { Button, Textarea } from '@mantine/core'
import { roundNoteMax } from '@wingmark/contract/limits'
import type { Round } from '@wingmark/contract/rounds'
import { useId, useState } from 'react'
import { type DueInput, dueOf, endOf } from '#web/features/room/round/due'
import { DueFields } from '#web/features/room/round/due-fields'
import { useChangeRound } from '#web/features/room/round/round-outbox'
import { toastForError } from '#web/lib/error-toast'
import { Fold } from '#web/ui/fold'
import classes from './round-dialog.module.css'

/** Another end or message while the round is there. */
export function RoundEditor({ round }: { round: Round }) {
  const change = useChangeRound()
  const panel = useId()
  const [isOpen, setOpen] = useState(false)
  const [due, setDue] = useState<DueInput>(() => dueOf(round.endsAt, round.timeZone))
  const [message, setMessage] = useState(round.message)
  const [problem, setProblem] = useState<string | null>(null)
  const save = () => {
    const endsAt = endOf(due)
    if (!endsAt) return setProblem('Choose a day and a time.')
    const isMoved = Date.parse(endsAt) !== Date.parse(round.endsAt)
    if (isMoved && Date.parse(endsAt) <= Date.now()) return setProblem('Choose a time in the future.')
    setOpen(false)
    const target = {
      kind: 'edit',
      round: round._id,
      endsAt,
      timeZone: due.zone,
      message: message.trim(),
    } as const
    void change(round, target).catch(toastForError)
  }
  return (
    <section>
      <Fold isOpen={isOpen} panel={panel} onToggle={() => setOpen(!isOpen)}>
        Change the end or the message
      </Fold>
      {isOpen && (
        <form
          id={panel}
          className={classes.editor}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            save()
          }}
        >
          <DueFields value={due} error={problem} onChange={setDue} />
          <Textarea
            label="Message"
            autosize
            minRows={2}
            maxRows={8}
            maxLength={roundNoteMax}
            value={message}
            onChange={(event) => setMessage(event.currentTarget.value)}
          />
          <div className={classes.end}>
            <Button type="submit">Save</Button>
          </div>
        </form>
      )}
    </section>
  )
}

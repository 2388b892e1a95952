import { Button, Checkbox, Textarea } from '@mantine/core'
import { roundNoteMax } from '@wingmark/contract/limits'
import type { Round } from '@wingmark/contract/rounds'
import { type FormEvent, useId, useState } from 'react'
import { DueFields } from '#web/features/room/round/due-fields'
import { QuestionList } from '#web/features/room/round/question-list'
import { ReviewerFields } from '#web/features/room/round/reviewer-fields'
import { RoundFiles } from '#web/features/room/round/round-files'
import { RuleFields } from '#web/features/room/round/rule-fields'
import { useStarting } from '#web/features/room/round/use-starting'
import { formatCount } from '#web/lib/format'
import { Dialog } from '#web/ui/dialog'
import foot from '#web/ui/dialog-foot.module.css'
import { Fold } from '#web/ui/fold'
import { useFocusBack } from '#web/ui/give-focus-back'
import { LengthNote } from '#web/ui/length-note'
import { useIsPhone } from '#web/ui/use-is-phone'
import classes from './start-dialog.module.css'

type Props = { rounds: readonly Round[]; onClose: () => void }

/** Asks people to decide about files until a time. A draft is continued. */
export function StartDialog({ rounds, onClose }: Props) {
  const isPhone = useIsPhone()
  useFocusBack()
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Start a round"
      size="var(--wm-dialog-width)"
      fullScreen={isPhone}
      centered={false}
      yOffset="6dvh"
      returnFocus={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ body: foot.body, content: foot.content }}
    >
      <StartForm draft={rounds.find(({ state }) => state === 'DRAFT')} onClose={onClose} />
    </Dialog>
  )
}

function StartForm({ draft, onClose }: { draft: Round | undefined; onClose: () => void }) {
  const form = useStarting(draft, onClose)
  const { input, change, errors } = form
  const [isMore, setMore] = useState(false)
  const id = useId()
  const hasError = Object.keys(errors).some((name) => /^(files|questions)/.test(name))
  const isOpen = isMore || hasError
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.save('OPEN')
  }
  return (
    <>
      <form id={id} className={foot.form} noValidate onSubmit={submit}>
        <p className={classes.hint}>
          People approve, approve with changes, or request changes. Each decision counts for the version they
          looked at.
        </p>
        <DueFields value={input.due} error={errors.endsAt ?? null} onChange={(due) => change({ due })} />
        <div>
          <Textarea
            data-autofocus
            label="Message"
            placeholder="What should they look at?"
            autosize
            minRows={2}
            maxRows={8}
            value={input.message}
            error={errors.message}
            onChange={(event) => change({ message: event.currentTarget.value })}
          />
          <LengthNote length={input.message.length} max={roundNoteMax} />
        </div>
        <ReviewerFields form={form} />
        <RuleFields form={form} />
        <Fold isOpen={isOpen} panel={`${id}more`} onToggle={() => setMore(!isOpen)}>
          More options: files, questions, what happens at the end
        </Fold>
        {isOpen && (
          <div id={`${id}more`} className={foot.form}>
            <RoundFiles form={form} />
            <QuestionList form={form} />
            <Checkbox
              label="Close at the end"
              description="Otherwise people can still decide afterwards, and the round shows as overdue."
              checked={input.closesAtEnd}
              onChange={(event) => change({ closesAtEnd: event.currentTarget.checked })}
            />
          </div>
        )}
        {form.problem && (
          <p role="alert" className={classes.problem}>
            {form.problem}
          </p>
        )}
      </form>
      <div className={foot.foot}>
        <div className={foot.buttons}>
          {draft && (
            <Button variant="subtle" color="gray" className={foot.first} onClick={form.discard}>
              Delete draft
            </Button>
          )}
          <Button variant="default" onClick={() => form.save('DRAFT')}>
            Save draft
          </Button>
          <Button type="submit" form={id} aria-disabled={form.isBusy}>
            {form.isBusy ? 'Starting…' : startWords(form.people)}
          </Button>
        </div>
      </div>
    </>
  )
}

const startWords = (people: number) =>
  people === 0 ? 'Start round' : `Start round and notify ${formatCount(people, 'person', 'people')}`

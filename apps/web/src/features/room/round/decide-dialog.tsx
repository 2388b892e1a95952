import { Button, SegmentedControl, Textarea } from '@mantine/core'
import { roundNoteMax } from '@wingmark/contract/limits'
import { isolated } from '@wingmark/contract/names'
import type { Round } from '@wingmark/contract/rounds'
import { type FormEvent, useId, useState } from 'react'
import { NameStep } from '#web/features/comments/composer/name-step'
import { DecisionChoice } from '#web/features/room/round/decision-choice'
import { DraftsFirst } from '#web/features/room/round/drafts-first'
import { FileDecisions } from '#web/features/room/round/file-decisions'
import { QuestionFields } from '#web/features/room/round/question-fields'
import { type Deciding, useDeciding } from '#web/features/room/round/use-deciding'
import { useRoom } from '#web/features/room/state/room-context'
import { dueThere } from '#web/lib/due'
import { formatCount } from '#web/lib/format'
import { Dialog } from '#web/ui/dialog'
import foot from '#web/ui/dialog-foot.module.css'
import { useFocusBack } from '#web/ui/give-focus-back'
import { LengthNote } from '#web/ui/length-note'
import { dueSentence } from '#web/ui/round-words'
import { useIsPhone } from '#web/ui/use-is-phone'
import classes from './decide-dialog.module.css'

type Props = {
  round: Round
  /** The version of each file that this person looked at. */
  seen: ReadonlyMap<string, number>
  onClose: () => void
}

/** Approve, approve with changes or request changes: all files at once, or each. */
export function DecideDialog({ round, seen, onClose }: Props) {
  const isPhone = useIsPhone()
  useFocusBack()
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Your decision in round ${round.number}`}
      size="var(--wm-dialog-width)"
      fullScreen={isPhone}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ body: foot.body, content: foot.content }}
    >
      <DecideForm round={round} seen={seen} onClose={onClose} />
    </Dialog>
  )
}

function DecideForm({ round, seen, onClose }: Props) {
  const form = useDeciding({ round, seen, onDone: onClose })
  const id = useId()
  // A tap goes on to the name; keys still move among the choices.
  const [isTapped, setTapped] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void form.send()
  }
  const there = dueThere(round.endsAt, round.timeZone)
  return (
    <>
      <form
        id={id}
        className={foot.form}
        noValidate
        onSubmit={submit}
        onPointerDownCapture={() => setTapped(true)}
        onKeyDownCapture={() => setTapped(false)}
      >
        <div className={classes.asked}>
          {round.message && <p className={classes.message}>{round.message}</p>}
          <p className={classes.dim}>
            {round.startedBy.name} asks · {dueSentence(round)}
            {there && ` (${there})`}
          </p>
        </div>
        <NewerVersions form={form} onClose={onClose} />
        {round.files.length > 1 && (
          <SegmentedControl
            fullWidth
            aria-label="What you decide about"
            value={form.isEach ? 'EACH' : 'ALL'}
            onChange={(value) => form.setEach(value === 'EACH')}
            data={[
              { value: 'ALL', label: `All ${formatCount(round.files.length, 'file')}` },
              { value: 'EACH', label: 'File by file' },
            ]}
          />
        )}
        {form.isEach ? <FileDecisions form={form} round={round} /> : <OneDecision form={form} />}
        <QuestionFields form={form} questions={round.questions} />
        <DraftsFirst form={form} />
        {form.problem && (
          <p role="alert" className={classes.problem}>
            {form.problem}
          </p>
        )}
      </form>
      <div className={foot.foot}>
        {form.isNameless ? (
          <NameStep
            error={form.nameProblem}
            notice={null}
            submit="Send decision"
            isFocused={isTapped}
            onName={form.sendAs}
            onBack={onClose}
          />
        ) : (
          <div className={foot.buttons}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" form={id} aria-disabled={!form.isReady || form.isBusy}>
              {form.isBusy ? 'Sending…' : 'Send decision'}
            </Button>
          </div>
        )}
      </div>
    </>
  )
}

function OneDecision({ form }: { form: Deciding }) {
  return (
    <>
      <DecisionChoice value={form.decision} onChange={form.choose} />
      <div>
        <Textarea
          label="Note"
          placeholder="What you like, or what has to change"
          autosize
          minRows={2}
          maxRows={8}
          value={form.note}
          onChange={(event) => form.write(event.currentTarget.value)}
        />
        <LengthNote length={form.note.length} max={roundNoteMax} />
      </div>
    </>
  )
}

/** Nobody decides about a version that they have not looked at. */
function NewerVersions({ form, onClose }: { form: Deciding; onClose: () => void }) {
  const { store } = useRoom()
  if (form.newer.length === 0) return null
  return (
    <div className={classes.newer} role="alert">
      {form.newer.map(({ _id, name, version }) => (
        <p key={_id}>
          Version {version} {form.areSeveral && <>of {isolated(name)} </>}was uploaded while you were
          reviewing.{' '}
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              store.dispatch({ do: 'showFile', fileId: _id, version: null })
              onClose()
            }}
          >
            Show version {version}
          </Button>
        </p>
      ))}
    </div>
  )
}

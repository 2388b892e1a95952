import { Radio, Textarea } from '@mantine/core'
import type { Question } from '@wingmark/contract/rounds'
import type { Deciding } from '#web/features/room/round/use-deciding'
import classes from './decide-dialog.module.css'

/** What the owner wants to know besides. */
export function QuestionFields({ form, questions }: { form: Deciding; questions: readonly Question[] }) {
  if (questions.length === 0) return null
  return (
    <div className={classes.questions}>
      {questions.map((question) => (
        <OneQuestion
          key={question._id}
          question={question}
          value={form.answers[question._id] ?? ''}
          error={form.unanswered.includes(question._id) ? 'Please answer this.' : null}
          onChange={(answer) => form.answer(question._id, answer)}
        />
      ))}
    </div>
  )
}

type Props = { question: Question; value: string; error: string | null; onChange: (answer: string) => void }

function OneQuestion({ question: { text, kind, choices, isNeeded }, value, error, onChange }: Props) {
  const label = isNeeded ? `${text} (needed)` : text
  if (kind === 'TEXT')
    return (
      <Textarea
        label={label}
        autosize
        minRows={1}
        maxRows={6}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  const offered =
    kind === 'YES_NO'
      ? [
          { value: 'YES', label: 'Yes' },
          { value: 'NO', label: 'No' },
        ]
      : choices.map((choice) => ({ value: choice, label: choice }))
  return (
    <Radio.Group label={label} value={value} error={error} onChange={onChange}>
      <div className={classes.answers}>
        {offered.map((one) => (
          <Radio key={one.value} value={one.value} label={one.label} />
        ))}
      </div>
    </Radio.Group>
  )
}

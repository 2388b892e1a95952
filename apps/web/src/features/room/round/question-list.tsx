import { ActionIcon, Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { questionsMax } from '@wingmark/contract/limits'
import type { QuestionKind } from '@wingmark/contract/rounds'
import { emptyQuestion, type QuestionInput } from '#web/features/room/round/start-input'
import type { Starting } from '#web/features/room/round/use-starting'
import classes from './start-dialog.module.css'

const kinds: readonly { value: QuestionKind; label: string }[] = [
  { value: 'YES_NO', label: 'Yes or no' },
  { value: 'TEXT', label: 'Text' },
  { value: 'CHOICE', label: 'One of several' },
]

/** Up to ten questions that go with each decision. */
export function QuestionList({ form: { input, errors, change } }: { form: Starting }) {
  const { questions } = input
  return (
    <fieldset className={classes.group}>
      <legend>Questions</legend>
      <p className={classes.hint}>Everyone who decides answers these.</p>
      {questions.map((question, i) => (
        <OneQuestion
          key={question.key}
          number={i + 1}
          question={question}
          textError={errors[`questions.${i}.text`]}
          choicesError={errors[`questions.${i}.choices`]}
          onChange={(changed) => change({ questions: questions.with(i, { ...question, ...changed }) })}
          onRemove={() => change({ questions: questions.filter((one) => one !== question) })}
        />
      ))}
      {questions.length < questionsMax && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => change({ questions: [...questions, emptyQuestion()] })}
        >
          Add a question
        </Button>
      )}
    </fieldset>
  )
}

type Props = {
  number: number
  question: QuestionInput
  textError: string | undefined
  choicesError: string | undefined
  onChange: (changed: Partial<QuestionInput>) => void
  onRemove: () => void
}

function OneQuestion({ number, question, textError, choicesError, onChange, onRemove }: Props) {
  const { text, kind, choices, isNeeded } = question
  return (
    <div className={classes.question} role="group" aria-label={`Question ${number}`}>
      <TextInput
        label={`Question ${number}`}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user just added it.
        autoFocus={text === ''}
        value={text}
        error={textError}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
      <div className={classes.answer}>
        <NativeSelect
          aria-label={`Answer to question ${number}`}
          value={kind}
          data={[...kinds]}
          onChange={(event) => {
            const found = kinds.find(({ value }) => value === event.currentTarget.value)
            if (found) onChange({ kind: found.value })
          }}
        />
        <Checkbox
          label="Needed"
          checked={isNeeded}
          onChange={(event) => onChange({ isNeeded: event.currentTarget.checked })}
        />
        <ActionIcon size={36} aria-label={`Remove question ${number}`} onClick={onRemove}>
          <IconTrash size={17} />
        </ActionIcon>
      </div>
      {kind === 'CHOICE' && (
        <Textarea
          label="Choices, one per line"
          autosize
          minRows={2}
          maxRows={10}
          value={choices}
          error={choicesError}
          onChange={(event) => onChange({ choices: event.currentTarget.value })}
        />
      )}
    </div>
  )
}

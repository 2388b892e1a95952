import { Radio } from '@mantine/core'
import '@mantine/core/styles/Radio.layer.css'
import { IconArrowBackUp, IconCheck, IconPencilCheck } from '@tabler/icons-react'
import type { DecisionKind } from '@wingmark/contract/rounds'
import { useId } from 'react'
import { decisionNames } from '#web/ui/round-words'
import classes from './decide-dialog.module.css'

const choices = [
  { value: 'APPROVED', text: 'It can go out as it is.', Icon: IconCheck },
  {
    value: 'APPROVED_WITH_CHANGES',
    text: 'It can go out once what you noted is done. You don’t need to see it again.',
    Icon: IconPencilCheck,
  },
  { value: 'CHANGES_REQUESTED', text: 'You want to see it again first.', Icon: IconArrowBackUp },
] as const satisfies readonly { value: DecisionKind; text: string; Icon: typeof IconCheck }[]

type Props = { value: DecisionKind | null; onChange: (decision: DecisionKind) => void }

/** The three decisions, each as large as a thumb. */
export function DecisionChoice({ value, onChange }: Props) {
  const id = useId()
  return (
    <Radio.Group
      aria-label="Your decision"
      value={value}
      onChange={(chosen) => {
        const found = choices.find((choice) => choice.value === chosen)
        if (found) onChange(found.value)
      }}
    >
      <div className={classes.choices}>
        {choices.map(({ value: own, text, Icon }, i) => (
          <label
            key={own}
            htmlFor={`${id}${own}`}
            className={classes.choice}
            data-checked={own === value || undefined}
          >
            <Icon size={20} stroke={2} aria-hidden />
            <span className={classes.choiceWords}>
              <span className={classes.choiceName}>{decisionNames[own]}</span>
              <span className={classes.dim}>{text}</span>
            </span>
            <Radio
              id={`${id}${own}`}
              value={own}
              aria-label={decisionNames[own]}
              data-autofocus={(value === null ? i === 0 : own === value) || undefined}
            />
          </label>
        ))}
      </div>
    </Radio.Group>
  )
}

/** The same for one of several files. */
export function SmallChoice({
  name,
  value,
  onChange,
  disabled,
}: Props & { name: string; disabled: boolean }) {
  const id = useId()
  return (
    <div className={classes.small} role="radiogroup" aria-label={`Decision about ${name}`}>
      {choices.map(({ value: own, Icon }) => (
        <label key={own} className={classes.smallChoice} data-checked={own === value || undefined}>
          <input
            type="radio"
            name={id}
            value={own}
            checked={own === value}
            disabled={disabled}
            onChange={() => onChange(own)}
          />
          <Icon size={16} aria-hidden />
          {decisionNames[own]}
        </label>
      ))}
    </div>
  )
}

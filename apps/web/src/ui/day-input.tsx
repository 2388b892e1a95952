import { TextInput, type TextInputProps } from '@mantine/core'
import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import { formatDueDay } from '#web/lib/days'
import { isCharacter, isKey } from '#web/lib/keys'
import classes from './day-input.module.css'

type Props = Omit<TextInputProps, 'type' | 'value' | 'leftSection' | 'classNames'> & {
  /** As `2027-03-01`, or empty. */
  value: string
}

/** A date as the interface writes it, with the browser's picker behind; typing shows the browser's own fields. */
export function DayInput({ value, onKeyDown, onBlur, onClick, ...props }: Props) {
  const [isTyped, setTyped] = useState(false)
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isCharacter(event) || isKey(event, 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight')) setTyped(true)
    onKeyDown?.(event)
  }
  return (
    <TextInput
      {...props}
      type="date"
      value={value}
      data-words={!isTyped || undefined}
      classNames={{ input: classes.input ?? '', section: classes.words ?? '' }}
      leftSection={isTyped ? null : <span aria-hidden>{value === '' ? 'None' : formatDueDay(value)}</span>}
      leftSectionWidth="100%"
      leftSectionPointerEvents="none"
      onKeyDown={onKey}
      onClick={(event) => {
        openPicker(event)
        onClick?.(event)
      }}
      onBlur={(event) => {
        setTyped(false)
        onBlur?.(event)
      }}
    />
  )
}

function openPicker({ currentTarget }: MouseEvent<HTMLInputElement>): void {
  try {
    currentTarget.showPicker()
  } catch {
    // Not all browsers have one; the field works without.
  }
}

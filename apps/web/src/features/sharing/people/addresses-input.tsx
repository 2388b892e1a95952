import { Pill, PillsInput, type PillsInputProps } from '@mantine/core'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { isKey } from '#web/lib/keys'
import { areComplete, divideAddresses, isWrong, joinAddresses, splitAddresses } from './addresses.ts'
import classes from './addresses-input.module.css'

type Props = Omit<PillsInputProps, 'value' | 'onChange' | 'children'> & {
  /** Text for `readAddresses`; entered addresses show as chips. */
  value: string
  onChange: (text: string) => void
  isFirst?: boolean
}

/** Accepts typed or pasted addresses, with or without names, separated by commas, semicolons, blanks or lines. */
export function AddressesInput({ value, onChange, isFirst, error, ...wrapper }: Props) {
  const { entered, typed } = divideAddresses(value)
  const wrong = entered.find(isWrong)

  const enter = (text: string) => onChange(joinAddresses(splitAddresses(joinAddresses(entered, text))))
  const remove = (address: string) =>
    onChange(
      joinAddresses(
        entered.filter((one) => one !== address),
        typed,
      ),
    )
  const type = (text: string) => {
    const ends = text.endsWith(' ') && areComplete(text)
    if (ends) enter(text)
    else onChange(joinAddresses(entered, text))
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text/plain')
    if (!/[\s,;<]/.test(text.trim())) return
    event.preventDefault()
    const { selectionStart, selectionEnd } = event.currentTarget
    enter(typed.slice(0, selectionStart ?? 0) + text + typed.slice(selectionEnd ?? 0))
  }
  const removeLast = (event: KeyboardEvent) => {
    const last = entered.at(-1)
    if (typed === '' && last !== undefined && isKey(event, 'Backspace')) remove(last)
  }

  return (
    <PillsInput
      {...wrapper}
      error={error ?? (wrong === undefined ? null : `Invalid email address: ${wrong}`)}
    >
      <Pill.Group>
        {entered.map((address) => (
          <Pill
            key={address}
            className={classes.chip}
            data-wrong={isWrong(address) || undefined}
            withRemoveButton
            removeButtonProps={{ 'aria-label': `Remove ${address}`, 'aria-hidden': false }}
            onRemove={() => remove(address)}
          >
            {address}
          </Pill>
        ))}
        <PillsInput.Field
          className={classes.field}
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={entered.length === 0 ? 'ana@studio.com, ben@studio.com' : ''}
          data-autofocus={isFirst || undefined}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          onPaste={paste}
          onKeyDown={removeLast}
          // A button being pressed must not move.
          onBlur={({ relatedTarget }) => {
            if (typed.trim() !== '' && !(relatedTarget instanceof HTMLButtonElement)) enter(typed)
          }}
        />
      </Pill.Group>
    </PillsInput>
  )
}

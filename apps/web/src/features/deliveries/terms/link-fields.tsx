import { NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core'
import { deliveryDays } from '@wingmark/contract/deliveries'
import { accessKeyMax, accessKeyMin, deliveryMessageMax, deliveryTitleMax } from '@wingmark/contract/limits'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import type { LinkTerms, TermsProblems } from '#web/features/deliveries/terms/link-terms'
import { AddressesInput } from '#web/features/sharing/people/addresses-input'
import { localDay } from '#web/lib/days'
import { formatCount } from '#web/lib/format'
import classes from './link-fields.module.css'

type Props = {
  terms: LinkTerms
  problems: TermsProblems
  onChange: (changed: Partial<LinkTerms>) => void
}

/** Title, message, people, expiry, password and limit of a new link. Refused fields take the focus. */
export function LinkFields({ terms, problems, onChange }: Props) {
  const root = useRef<HTMLDivElement>(null)
  const [today] = useState(() => localDay())
  const isDay = /^\d{4}-/.test(terms.ends)
  const field = (name: keyof LinkTerms) => ({
    value: terms[name],
    error: problems[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange({ [name]: event.currentTarget.value }),
  })
  const isRefused = Object.keys(problems).length > 0
  useEffect(() => {
    if (isRefused) root.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [isRefused])
  return (
    <div ref={root} className={classes.fields}>
      <TextInput label="Title" maxLength={deliveryTitleMax} autoComplete="off" {...field('title')} />
      <Textarea
        label="Message"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={deliveryMessageMax}
        {...field('message')}
      />
      <AddressesInput
        label="To"
        description="Each gets an email with their own link."
        {...field('to')}
        onChange={(to) => onChange({ to })}
      />
      <div className={classes.pair}>
        <NativeSelect
          label="Expires"
          value={isDay ? 'day' : terms.ends}
          error={isDay ? undefined : problems.ends}
          data={[
            ...deliveryDays.map((days) => ({ value: String(days), label: `In ${formatCount(days, 'day')}` })),
            { value: 'day', label: 'On a day…' },
            { value: 'never', label: 'Never' },
          ]}
          onChange={({ currentTarget: { value } }) => onChange({ ends: value === 'day' ? today : value })}
        />
        {isDay && <TextInput label="Expiry date" type="date" min={today} {...field('ends')} />}
        <PasswordInput
          label="Password"
          description={problems.accessKey ? undefined : `At least ${accessKeyMin} characters.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="new-password"
          maxLength={accessKeyMax}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
          {...field('accessKey')}
        />
        <TextInput
          label="Download limit"
          placeholder="No limit"
          inputMode="numeric"
          {...field('maxDownloads')}
        />
      </div>
    </div>
  )
}

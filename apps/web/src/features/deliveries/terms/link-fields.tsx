import { NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core'
import { deliveryDays } from '@wingmark/contract/deliveries'
import { accessKeyMax, accessKeyMin, deliveryMessageMax, deliveryTitleMax } from '@wingmark/contract/limits'
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react'
import type { LinkTerms, TermsProblems } from '#web/features/deliveries/terms/link-terms'
import { AddressesInput } from '#web/features/sharing/people/addresses-input'
import { localDay } from '#web/lib/days'
import { formatCount, formatDay } from '#web/lib/format'
import { DayInput } from '#web/ui/day-input'
import { Fold } from '#web/ui/fold'
import classes from './link-fields.module.css'

type Props = {
  terms: LinkTerms
  problems: TermsProblems
  onChange: (changed: Partial<LinkTerms>) => void
  /** Expiry, password and limit show at once. */
  isUnfolded?: boolean
}

const folded = ['ends', 'accessKey', 'maxDownloads'] as const

/** Title, message and people of a new link, and its folded terms. Refused fields take the focus. */
export function LinkFields({ terms, problems, onChange, isUnfolded = false }: Props) {
  const root = useRef<HTMLDivElement>(null)
  const [today] = useState(() => localDay())
  const [wantsMore, setWantsMore] = useState(isUnfolded)
  const panel = useId()
  const isOpen = wantsMore || folded.some((name) => problems[name] !== undefined)
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
      <Fold isOpen={isOpen} panel={panel} onToggle={() => setWantsMore(!isOpen)}>
        {foldedWords(terms)}
      </Fold>
      {isOpen && (
        <div id={panel} className={classes.pair}>
          <NativeSelect
            label="Expires"
            value={isDay ? 'day' : terms.ends}
            error={isDay ? undefined : problems.ends}
            data={[
              ...deliveryDays.map((days) => ({
                value: String(days),
                label: `In ${formatCount(days, 'day')}`,
              })),
              { value: 'day', label: 'On a date…' },
              { value: 'never', label: 'Never' },
            ]}
            onChange={({ currentTarget: { value } }) => onChange({ ends: value === 'day' ? today : value })}
          />
          {isDay && <DayInput label="Expiry date" min={today} {...field('ends')} />}
          <PasswordInput
            label="Password"
            description={problems.accessKey ? undefined : `At least ${accessKeyMin} characters.`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="new-password"
            maxLength={accessKeyMax}
            visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
            {...field('accessKey')}
          />
          <TextInput
            label="Download limit"
            placeholder="No limit"
            inputMode="numeric"
            {...field('maxDownloads')}
          />
        </div>
      )}
    </div>
  )
}

/** "Expires in 7 days · no password · no download limit" */
function foldedWords({ ends, accessKey, maxDownloads }: LinkTerms): string {
  const isDay = /^\d{4}-/.test(ends)
  const end = isDay ? `on ${formatDay(ends)}` : `in ${formatCount(Number(ends), 'day')}`
  return [
    ends === 'never' ? 'Never expires' : `Expires ${end}`,
    accessKey === '' ? 'no password' : 'with a password',
    maxDownloads === '' ? 'no download limit' : `${maxDownloads} downloads at most`,
  ].join(' · ')
}

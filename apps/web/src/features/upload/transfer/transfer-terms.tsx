import { NativeSelect, PasswordInput, Switch, Textarea, TextInput, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { deliveryDays } from '@wingmark/contract/deliveries'
import { accessKeyMax, deliveryMessageMax, deliveryTitleMax } from '@wingmark/contract/limits'
import { type ChangeEvent, useId, useState } from 'react'
import { dayOf } from '#web/features/sharing/links/link-expiry'
import { formatCount } from '#web/lib/format'
import classes from './transfer-dialogs.module.css'
import type { LinkTerms } from './transfer-queue.ts'
import { transfers, useTransfers } from './transfer-runtime.ts'

const change = (terms: Partial<LinkTerms>) => transfers.send({ type: 'termsChanged', terms })

/** Whether a link is made, and folded away what it is made with. */
export function TransferTerms() {
  const { terms, link } = useTransfers((session) => session.queue)
  const [isUnfolded, setUnfolded] = useState(false)
  const panel = useId()
  // What is sent can be changed where it is listed.
  if (link) return null
  return (
    <div className={classes.terms}>
      <Switch
        label="Make a link"
        description="Whoever has it downloads the files without an account."
        checked={terms.isOn}
        onChange={(event) => change({ isOn: event.currentTarget.checked })}
      />
      {terms.isOn && (
        <>
          <UnstyledButton
            className={classes.fold}
            aria-expanded={isUnfolded}
            aria-controls={isUnfolded ? panel : undefined}
            onClick={() => setUnfolded(!isUnfolded)}
          >
            Title, message, people, end and password
            <IconChevronDown
              size={18}
              className={classes.chevron}
              data-open={isUnfolded || undefined}
              aria-hidden
            />
          </UnstyledButton>
          {isUnfolded && (
            <div id={panel} className={classes.fields}>
              <Fields terms={terms} />
            </div>
          )}
        </>
      )}
    </div>
  )
}

function Fields({ terms }: { terms: LinkTerms }) {
  const [today] = useState(() => dayOf(Date.now()))
  const isDay = /^\d{4}-/.test(terms.ends)
  const field = (name: keyof Omit<LinkTerms, 'isOn'>) => ({
    value: terms[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      change({ [name]: event.currentTarget.value }),
  })
  return (
    <>
      <TextInput label="Title" maxLength={deliveryTitleMax} autoComplete="off" {...field('title')} />
      <Textarea
        label="Message"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={deliveryMessageMax}
        {...field('message')}
      />
      <TextInput
        label="To"
        description="Each gets a mail with a link of their own."
        placeholder="ana@studio.com, ben@studio.com"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...field('to')}
      />
      <div className={classes.pair}>
        <NativeSelect
          label="Ends"
          value={isDay ? 'day' : terms.ends}
          data={[
            ...deliveryDays.map((days) => ({ value: String(days), label: `In ${formatCount(days, 'day')}` })),
            { value: 'day', label: 'On a day…' },
            { value: 'never', label: 'Never' },
          ]}
          onChange={({ currentTarget: { value } }) => change({ ends: value === 'day' ? today : value })}
        />
        {isDay && <TextInput label="Last day" type="date" min={today} {...field('ends')} />}
        <PasswordInput
          label="Password"
          autoComplete="new-password"
          maxLength={accessKeyMax}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
          {...field('accessKey')}
        />
        <TextInput
          label="Downloads at most"
          placeholder="As often as they like"
          inputMode="numeric"
          {...field('maxDownloads')}
        />
      </div>
    </>
  )
}

import { ActionIcon, Anchor, Button, Switch } from '@mantine/core'
import { IconCopy, IconTrash } from '@tabler/icons-react'
import type { DeliveryDetails, DeliveryLink, MailFailure } from '@wingmark/contract/deliveries'
import { linkWords } from '@wingmark/contract/delivery-facts'
import { type FormEvent, useState } from 'react'
import { besideInput } from '#web/features/deliveries/components/beside-input'
import {
  useAddDeliveryLink,
  useChangeDelivery,
  useChangeDeliveryLink,
  useDeleteDeliveryLink,
  useRemindRecipients,
} from '#web/features/deliveries/queries'
import { fieldMessage } from '#web/features/sharing/links/use-share-settings'
import { readAddresses } from '#web/features/sharing/people/addresses'
import { AddressesInput } from '#web/features/sharing/people/addresses-input'
import { formatClock, formatCount, formatRelativeTime } from '#web/lib/format'
import { toastError, toastSuccess } from '#web/lib/toast'
import { useCopy } from '#web/ui/use-copy'
import classes from './deliveries.module.css'

const failureWords: Record<MailFailure, string> = {
  REFUSED: 'The email was rejected. Check the address, or send the link yourself.',
  UNWANTED: 'Unsubscribed from emails about files. Send the link yourself.',
}

/** Each recipient has their own link, which shows who downloaded and can be closed alone. */
export function DeliveryLinks({ delivery }: { delivery: DeliveryDetails }) {
  const { _id: id, links } = delivery
  const add = useAddDeliveryLink(id)
  const remind = useRemindRecipients(id)
  const hasWaiting = links.some((link) => link.email !== null && link.downloadCount === 0)
  return (
    <>
      <ul className={classes.lines} aria-label="Links">
        {links.map((link) => (
          <LinkLine key={link._id} delivery={id} link={link} />
        ))}
      </ul>
      <AddRecipients id={id} />
      <div className={classes.buttons}>
        <Button
          size="xs"
          variant="default"
          loading={add.isPending}
          onClick={() => add.mutate({ name: `Link ${links.length + 1}` })}
        >
          Add link
        </Button>
        {hasWaiting && (
          <Button
            size="xs"
            variant="default"
            loading={remind.isPending}
            onClick={() =>
              remind.mutate(undefined, {
                onSuccess: ({ count }) =>
                  toastSuccess(`Reminder sent to ${count === 1 ? 'one person' : `${count} people`}`),
              })
            }
          >
            Send reminder
          </Button>
        )}
      </div>
    </>
  )
}

function LinkLine({ delivery, link }: { delivery: string; link: DeliveryLink }) {
  const {
    _id: id,
    name,
    email,
    isFirst,
    access,
    shareUrl,
    downloadCount,
    openingCount,
    lastDownloadedAt,
    keyTries,
    mailFailure,
    can,
  } = link
  const { copied, copy } = useCopy()
  const change = useChangeDeliveryLink(delivery)
  const remove = useDeleteDeliveryLink(delivery)
  const who = email ?? (isFirst ? 'Main link' : name)
  const its = linkWords(email ?? name)
  const facts = [
    openingCount === 0 ? 'Not opened yet' : `Opened ${formatCount(openingCount, 'time')}`,
    downloadCount === 0 ? 'not downloaded' : `downloaded ${formatCount(downloadCount, 'time')}`,
    lastDownloadedAt ? `last downloaded ${formatRelativeTime(lastDownloadedAt)}` : '',
  ]
  return (
    <li className={`${classes.line} ${classes.linkLine}`}>
      <span className={classes.words}>
        <span className={classes.name} title={who}>
          {who}
        </span>
        <span className={classes.size}>{facts.filter((one) => one !== '').join(' · ')}</span>
        {keyTries && (
          <span className={classes.failure}>
            Blocked for one network until {formatClock(keyTries.closedUntil)}: ten wrong passwords were
            entered.{' '}
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={() => change.mutate({ link: id, forgiveTries: true })}
            >
              Let them try again
            </Anchor>
          </span>
        )}
        {mailFailure && <span className={classes.failure}>{failureWords[mailFailure]}</span>}
      </span>
      <Switch
        label={access === 'NONE' ? 'Off' : 'On'}
        aria-label={`${its.replace(/^t/, 'T')} is on`}
        checked={access !== 'NONE'}
        disabled={change.isPending}
        onChange={(event) =>
          change.mutate({ link: id, access: event.currentTarget.checked ? 'VIEW' : 'NONE' })
        }
      />
      <ActionIcon
        aria-label={copied ? 'Copied' : `Copy ${its}`}
        onClick={async () => {
          if (await copy(shareUrl)) toastSuccess('Link copied')
          else toastError(`Copy this link: ${shareUrl}`)
        }}
      >
        <IconCopy size={18} />
      </ActionIcon>
      {can.delete && (
        <ActionIcon
          aria-label={`Remove ${its}`}
          disabled={remove.isPending}
          onClick={() => remove.mutate(id)}
        >
          <IconTrash size={18} />
        </ActionIcon>
      )}
    </li>
  )
}

function AddRecipients({ id }: { id: string }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const save = useChangeDelivery(id)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { emails, error } = readAddresses(text)
    if (error) return setProblem(error)
    save.mutate(
      { recipients: emails },
      {
        onSuccess: () => {
          setText('')
          toastSuccess(emails.length === 1 ? `Sent to ${emails[0]}` : `Sent to ${emails.length} people`)
        },
        onError: (failure) => setProblem(fieldMessage(failure)),
      },
    )
  }
  return (
    <form onSubmit={submit} noValidate>
      <AddressesInput
        label="Send to more people"
        value={text}
        error={problem}
        inputContainer={besideInput(
          <Button type="submit" variant="default" loading={save.isPending} disabled={text.trim() === ''}>
            Send
          </Button>,
        )}
        onChange={(changed) => {
          setText(changed)
          setProblem(null)
        }}
      />
    </form>
  )
}

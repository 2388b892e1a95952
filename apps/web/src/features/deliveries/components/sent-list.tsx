import { ActionIcon, Button, Menu, NativeSelect, Skeleton } from '@mantine/core'
import { IconCheck, IconCopy, IconDots, IconSend } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Delivery, DeliveryState } from '@wingmark/contract/deliveries'
import { isolated } from '@wingmark/contract/names'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { accessWords, deliveryFacts, downloadsOf, stateWords } from '#web/features/deliveries/delivery-facts'
import { deliveryKeys } from '#web/features/deliveries/delivery-keys'
import { removeDelivery, sentQuery } from '#web/features/deliveries/queries'
import { useDeliveryAccess } from '#web/features/deliveries/use-delivery-access'
import { toastForError } from '#web/lib/error-toast'
import { formatCount } from '#web/lib/format'
import { paths } from '#web/lib/paths'
import { toastError } from '#web/lib/toast'
import { offerUndo, useUndo } from '#web/lib/undo'
import { requestUpload } from '#web/lib/upload-request'
import { CoverPicture } from '#web/ui/cover-picture'
import { focusHeading } from '#web/ui/focus-heading'
import { LoadError } from '#web/ui/load-error'
import { PageMessage } from '#web/ui/page-message'
import { PagesNav } from '#web/ui/pages-nav'
import { useCopy } from '#web/ui/use-copy'
import { usePageNumber } from '#web/ui/use-page-number'
import classes from './deliveries.module.css'

/** The user's deliveries, latest first. */
export function SentList() {
  const [page, setPage] = usePageNumber()
  const [params, setParams] = useSearchParams()
  const state = DeliveryState.safeParse(params.get('state')).data ?? null
  const { data, error, refetch } = useQuery(sentQuery(page, state))
  const { hidden, remove } = useRemoveLater()
  const shown = data?.results.filter((one) => !hidden.has(one._id))
  if (!data && error) return <LoadError what="The sent files" onRetry={() => void refetch()} />
  if (!shown) return <Skeleton height={200} />
  if (shown.length === 0 && state === null && page === 1)
    return (
      <PageMessage
        order={2}
        picture={<IconSend />}
        title="Nothing sent yet"
        text="Choose files and get one link. Anyone who has it can download them, no account needed."
      >
        <Button onClick={() => requestUpload()}>Transfer Files</Button>
      </PageMessage>
    )
  return (
    <>
      <NativeSelect
        className={classes.filter}
        size="xs"
        aria-label="Filter"
        value={state ?? ''}
        data={[
          { value: '', label: 'All' },
          ...DeliveryState.options.map((value) => ({ value, label: stateWords[value] })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          setParams(value === '' ? { tab: 'sent' } : { tab: 'sent', state: value })
        }
      />
      {shown.length === 0 && <p className={classes.notice}>Nothing matches this filter.</p>}
      <ul className={classes.lines} aria-label="Sent" hidden={shown.length === 0}>
        {shown.map((delivery) => (
          <SentRow key={delivery._id} delivery={delivery} onRemove={() => remove(delivery)} />
        ))}
      </ul>
      <PagesNav page={page} totalPages={data?.totalPages ?? 1} onChange={setPage} />
    </>
  )
}

function SentRow({ delivery, onRemove }: { delivery: Delivery; onRemove: () => void }) {
  const { _id: id, name, coverUrl, state, isLinkOpen, recipientCount, unreachedCount, can } = delivery
  const access = useDeliveryAccess(delivery)
  const { copied, copy } = useCopy()
  const facts = [
    state === 'OPEN' ? '' : stateWords[state],
    isLinkOpen || state === 'CLOSED' ? '' : 'Main link turned off',
    deliveryFacts(delivery),
    recipientCount > 0 ? `to ${formatCount(recipientCount, 'person').replace('persons', 'people')}` : '',
  ]
  return (
    <li className={classes.line}>
      <span className={classes.thumbnail} aria-hidden>
        <CoverPicture url={coverUrl} />
      </span>
      <span className={classes.words}>
        <Link to={paths.sentDelivery(id)} className={classes.link} title={name}>
          {name}
        </Link>
        <span className={classes.size}>{facts.filter((one) => one !== '').join(' · ')}</span>
        <span className={classes.size}>{downloadsOf(delivery)}</span>
        {unreachedCount > 0 && (
          <span className={classes.failure}>{formatCount(unreachedCount, 'email')} not delivered</span>
        )}
      </span>
      {isLinkOpen && (
        <ActionIcon
          data-touch
          aria-label={copied ? 'Copied' : `Copy link to ${name}`}
          onClick={async () => {
            if (!(await copy(delivery.shareUrl))) toastError(`Copy this link: ${delivery.shareUrl}`)
          }}
        >
          {copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
        </ActionIcon>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon data-touch aria-label={`Actions for ${name}`}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {can.edit && (
            <Menu.Item component={Link} to={paths.sentDelivery(id)}>
              Change
            </Menu.Item>
          )}
          <Menu.Item component="a" href={delivery.shareUrl} target="_blank" rel="noreferrer">
            Preview as recipient
          </Menu.Item>
          {can.edit && (
            <Menu.Item onClick={state === 'CLOSED' ? access.open : access.close}>
              {accessWords(delivery)}
            </Menu.Item>
          )}
          {can.delete && <Menu.Item onClick={onRemove}>Delete</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}

/** Leaves the list at once; its links close when Undo has passed. */
function useRemoveLater() {
  const client = useQueryClient()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  useUndo(focusHeading)
  const show = (id: string) => setHidden((before) => new Set([...before].filter((one) => one !== id)))
  const remove = ({ _id: id, name }: Delivery) => {
    setHidden((before) => new Set(before).add(id))
    offerUndo(
      `“${isolated(name)}” deleted; its files stay`,
      () => show(id),
      async () => {
        try {
          await removeDelivery(id)
          await client.invalidateQueries({ queryKey: deliveryKeys.sent })
        } catch (error) {
          toastForError(error)
          show(id)
        }
      },
    )
  }
  return { hidden, remove }
}

import { ActionIcon, Button, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import type { Transfer } from '@wingmark/contract/transfers'
import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import { ItemIcon } from '#web/features/deliveries/components/item-icon'
import type { useDeliveryItems } from '#web/features/deliveries/use-delivery-items'
import { formatCount, formatSize } from '#web/lib/format'
import { draggableRow, useRowDrag } from '#web/ui/use-row-drag'
import classes from './deliveries.module.css'

type Props = { list: ReturnType<typeof useDeliveryItems>; items: readonly Transfer[] }

/** Items to drag, move by their arrows, and remove. */
export function ItemLines({ list, items }: Props) {
  const { query, total } = list
  const root = useRef<HTMLUListElement>(null)
  const [said, say] = useState('')
  const keepFocus = useKeptFocus(items.map((item) => item._id).join())
  const over = useRowDrag(root, (id, { before, index }) => {
    const at = items.findIndex((one) => one._id === id)
    const item = items[at]
    if (item && index !== at) list.moveBefore(item, before)
  })
  const step = (item: Transfer, by: number) => (event: MouseEvent<HTMLButtonElement>) => {
    keepFocus(event.currentTarget)
    say(`${item.name} moved to ${list.step(item, by) + 1} of ${total}`)
  }
  // A single item can neither move nor leave.
  const hasOthers = items.length > 1 || query.hasNextPage
  return (
    <>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <ul ref={root} className={classes.lines} aria-label="Sent files">
        {items.map((item, at) => (
          <li
            key={item._id}
            ref={draggableRow}
            className={classes.line}
            data-row={item._id}
            data-before={over?.before === item._id || undefined}
            data-after={(over?.before === null && at === items.length - 1) || undefined}
          >
            <ItemIcon item={item} />
            <span className={classes.name} title={item.name}>
              {item.name}
            </span>
            <span className={classes.size}>
              {item.type === 'FOLDER' ? formatCount(item.itemCount, 'item') : formatSize(item.size ?? 0)}
            </span>
            {hasOthers && (
              <>
                <ActionIcon aria-label={`Move ${item.name} up`} disabled={at === 0} onClick={step(item, -1)}>
                  <IconArrowUp size={18} />
                </ActionIcon>
                <ActionIcon
                  aria-label={`Move ${item.name} down`}
                  disabled={at === items.length - 1}
                  onClick={step(item, 1)}
                >
                  <IconArrowDown size={18} />
                </ActionIcon>
                <ActionIcon
                  aria-label={`Remove ${item.name}`}
                  onClick={(event) => {
                    keepFocus(event.currentTarget)
                    list.remove(item)
                  }}
                >
                  <IconX size={18} />
                </ActionIcon>
              </>
            )}
            {item.newer && <NewerLine item={item} newer={item.newer} onSend={list.sendNewer} />}
          </li>
        ))}
      </ul>
    </>
  )
}

type NewerProps = {
  item: Transfer
  newer: NonNullable<Transfer['newer']>
  onSend: Props['list']['sendNewer']
}

/** What was sent stays until the sender chooses otherwise. */
function NewerLine({ item, newer, onSend }: NewerProps) {
  const [isSending, setSending] = useState(false)
  return (
    <span className={classes.newer}>
      Version {newer.version} is in the review
      <Button
        variant="subtle"
        size="compact-sm"
        loading={isSending}
        aria-label={`Send version ${newer.version} of ${item.name} instead`}
        onClick={() => {
          setSending(true)
          void onSend(item, newer).finally(() => setSending(false))
        }}
      >
        Send it instead
      </Button>
    </span>
  )
}

/** When a button changes the order, it keeps the focus; otherwise one beside it or in the next row. */
function useKeptFocus(order: string) {
  const wanted = useRef<HTMLButtonElement[]>([])
  useLayoutEffect(() => {
    wanted.current.find((one) => one.isConnected && !one.disabled)?.focus({ preventScroll: true })
    wanted.current = []
  }, [order])
  return (pressed: HTMLButtonElement) => {
    const row = pressed.closest('li')
    const next = row?.nextElementSibling ?? row?.previousElementSibling
    wanted.current = [pressed, ...buttonsIn(row), ...buttonsIn(next).toReversed()]
  }
}

const buttonsIn = (row: Element | null | undefined) => [...(row?.querySelectorAll('button') ?? [])]

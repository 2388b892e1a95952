import { Button, Popover, Textarea } from '@mantine/core'
import { connectionNoteMax } from '@wingmark/contract/limits'
import { useState } from 'react'
import { useAsk } from '#web/features/connections/queries'
import { toastSuccess } from '#web/lib/toast'
import classes from './connections.module.css'

type Props = { person: { _id: string; name: string } }

/** On a person's page the request can have a message. */
export function AskButton({ person }: Props) {
  const ask = useAsk()
  const [isOpen, setOpen] = useState(false)
  const [note, setNote] = useState('')
  const send = () => {
    const onSuccess = () => {
      setOpen(false)
      toastSuccess('Request sent')
    }
    ask.mutate({ id: person._id, note: note.trim() }, { onSuccess })
  }
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      width={300}
      position="bottom-end"
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <Button size="sm" aria-label={`Connect with ${person.name}`} onClick={() => setOpen(!isOpen)}>
          Connect
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Ask ${person.name} to connect`}>
        <div className={classes.ask}>
          <Textarea
            label="A note (optional)"
            placeholder="Where you met, or why"
            autosize
            minRows={2}
            maxRows={6}
            maxLength={connectionNoteMax}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
            data-autofocus
          />
          <Button size="sm" onClick={send} loading={ask.isPending}>
            Send request
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

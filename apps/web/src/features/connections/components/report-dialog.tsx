import { Button, Textarea } from '@mantine/core'
import type { reportPerson, reportReasons } from '@wingmark/contract/connections'
import { reportNoteMax } from '@wingmark/contract/limits'
import type { RouteBodyInput } from '@wingmark/contract/route'
import { useState } from 'react'
import { useReport } from '#web/features/connections/queries'
import { toastSuccess } from '#web/lib/toast'
import { Dialog } from '#web/ui/dialog'
import { useFocusBack } from '#web/ui/give-focus-back'
import classes from './connections.module.css'

export type ReportReason = (typeof reportReasons)[number]

export const reasonNames: Record<ReportReason, string> = {
  SPAM: 'Report spam',
  HARASSMENT: 'Report harassment',
  IMPERSONATION: 'Report impersonation',
  STOLEN_WORK: 'Report stolen work',
  OTHER: 'Report something else',
}

type Report = Omit<RouteBodyInput<typeof reportPerson>, 'note'> & { reason: ReportReason }

/** A report has a reason, and optionally a description. */
export function ReportDialog({ report, onClose }: { report: Report; onClose: () => void }) {
  const [note, setNote] = useState('')
  const send = useReport()
  useFocusBack()
  const onSuccess = () => {
    onClose()
    toastSuccess('Thank you. The person who runs this server will look at it.')
  }
  return (
    <Dialog opened onClose={onClose} title={reasonNames[report.reason]} returnFocus={false}>
      <form
        className={classes.ask}
        onSubmit={(event) => {
          event.preventDefault()
          send.mutate({ ...report, note }, { onSuccess })
        }}
      >
        <Textarea
          label="What happened? (optional)"
          autosize
          minRows={3}
          maxRows={10}
          maxLength={reportNoteMax}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
          data-autofocus
        />
        <Button type="submit" loading={send.isPending}>
          Send report
        </Button>
      </form>
    </Dialog>
  )
}

import { Button, Switch } from '@mantine/core'
import { LinkFields } from '#web/features/deliveries/terms/link-fields'
import { Notice } from '../notices/notice.tsx'
import classes from './transfer-dialogs.module.css'
import type { QueueTerms } from './transfer-queue.ts'
import { transfers, useTransfers } from './transfer-runtime.ts'

const change = (terms: Partial<QueueTerms>) => transfers.send({ type: 'termsChanged', terms })

/** Whether to create a link, and its terms. */
export function TransferTerms() {
  const { terms, problems, link } = useTransfers((session) => session.queue)
  // A sent delivery is edited in its list.
  if (link) return null
  return (
    <div className={classes.terms}>
      <Switch
        label="Create a link"
        description="Anyone who has it can download the files, no account needed."
        checked={terms.isOn}
        onChange={(event) => change({ isOn: event.currentTarget.checked })}
      />
      {terms.isOn && (
        <>
          {terms.isKeyLost && (
            <Notice
              actions={
                <Button size="compact-sm" variant="default" onClick={() => change({ isKeyLost: false })}>
                  Without a password
                </Button>
              }
            >
              <p>The password isn’t stored on this device. Please enter it again.</p>
            </Notice>
          )}
          <LinkFields terms={terms} problems={problems} onChange={change} isUnfolded={terms.isKeyLost} />
        </>
      )}
    </div>
  )
}

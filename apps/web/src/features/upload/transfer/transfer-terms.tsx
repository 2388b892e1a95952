import { Button, Switch, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { LinkFields } from '#web/features/deliveries/terms/link-fields'
import { Notice } from '../notices/notice.tsx'
import classes from './transfer-dialogs.module.css'
import type { QueueTerms } from './transfer-queue.ts'
import { transfers, useTransfers } from './transfer-runtime.ts'

const change = (terms: Partial<QueueTerms>) => transfers.send({ type: 'termsChanged', terms })

/** Whether to create a link, with its collapsed terms. */
export function TransferTerms() {
  const { terms, problems, link } = useTransfers((session) => session.queue)
  const [isUnfolded, setUnfolded] = useState(terms.isKeyLost)
  const panel = useId()
  if (Object.keys(problems).length > 0 && !isUnfolded) setUnfolded(true)
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
              <p>The password is not stored on this device. Please enter it again.</p>
            </Notice>
          )}
          <UnstyledButton
            className={classes.fold}
            aria-expanded={isUnfolded}
            aria-controls={isUnfolded ? panel : undefined}
            onClick={() => setUnfolded(!isUnfolded)}
          >
            Title, message, recipients, expiry, password
            <IconChevronDown
              size={18}
              className={classes.chevron}
              data-open={isUnfolded || undefined}
              aria-hidden
            />
          </UnstyledButton>
          {isUnfolded && (
            <div id={panel}>
              <LinkFields terms={terms} problems={problems} onChange={change} />
            </div>
          )}
        </>
      )}
    </div>
  )
}

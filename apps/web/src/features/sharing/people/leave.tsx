import { UnstyledButton } from '@mantine/core'
import { isolated } from '@wingmark/contract/names'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { AskFirst } from '#web/features/sharing/ask-first'
import { paths } from '#web/lib/paths'
import { toastSuccess } from '#web/lib/toast'
import classes from '../settings.module.css'
import type { Membership } from './membership.ts'
import { useLeave } from './people-queries.ts'

type Props = { membership: Membership; selfId: string; onLeft: () => void }

/** For everyone but the owner. */
export function Leave({ membership, selfId, onLeft }: Props) {
  const [step, setStep] = useState<'idle' | 'asking' | 'kept'>('idle')
  const leaving = useLeave(membership)
  const navigate = useNavigate()
  const leave = () =>
    leaving.mutate(selfId, {
      onSuccess: () => {
        onLeft()
        toastSuccess(`You’ve left “${isolated(membership.name)}”`)
        if (membership.kind === 'WORKSPACE') void navigate(paths.workspaces)
      },
    })
  if (step !== 'asking') {
    return (
      <UnstyledButton className={classes.quiet} autoFocus={step === 'kept'} onClick={() => setStep('asking')}>
        Leave {membership.noun}…
      </UnstyledButton>
    )
  }
  return (
    <AskFirst keep="Stay" act="Leave" busy={leaving.isPending} onKeep={() => setStep('kept')} onAct={leave}>
      {membership.left}
    </AskFirst>
  )
}

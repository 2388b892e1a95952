import { UnstyledButton } from '@mantine/core'
import type { Review } from '@wingmark/contract/reviews'
import { useState } from 'react'
import { AskFirst } from '#web/features/sharing/ask-first'
import { useLeaveReview } from '#web/features/sharing/queries'
import { toastSuccess } from '#web/lib/toast'
import classes from '../settings.module.css'

type Props = { review: Review; selfId: string; onLeft: () => void }

/** For everybody but the owner. */
export function LeaveReview({ review, selfId, onLeft }: Props) {
  const [step, setStep] = useState<'idle' | 'asking' | 'kept'>('idle')
  const leaving = useLeaveReview(review._id)
  const leave = () =>
    leaving.mutate(selfId, {
      onSuccess: () => {
        onLeft()
        toastSuccess(`You have left “${review.name}”.`)
      },
    })
  if (step !== 'asking') {
    return (
      <UnstyledButton className={classes.quiet} autoFocus={step === 'kept'} onClick={() => setStep('asking')}>
        Leave this review…
      </UnstyledButton>
    )
  }
  return (
    <AskFirst keep="Stay" act="Leave" busy={leaving.isPending} onKeep={() => setStep('kept')} onAct={leave}>
      It goes from your list, and you need a link or an invitation to come back. What you wrote stays.
    </AskFirst>
  )
}

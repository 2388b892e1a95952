import { useEffect } from 'react'
import { useBlocker, useLocation } from 'react-router'
import { leaveWarning, uploads, useUploads } from '../upload-runtime.ts'
import { isLeavingUnsafe } from '../upload-session.ts'
import { QuestionDialog } from './question-dialog.tsx'

/** Asks before the back button takes the person away from running uploads; who goes anyway finds them paused. */
export function LeaveDialog() {
  const unsafe = useUploads(isLeavingUnsafe)
  const { pathname } = useLocation()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsafe && currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => () => void uploads.leavePage(), [pathname])

  const stay = () => blocker.state === 'blocked' && blocker.reset()
  const leave = () => {
    uploads.stopAndClose()
    if (blocker.state === 'blocked') blocker.proceed()
  }
  return (
    <QuestionDialog
      opened={blocker.state === 'blocked'}
      title="Leave this page?"
      main={{ label: 'Stay', onChoose: stay }}
      other={{ label: 'Leave', onChoose: leave }}
      onDismiss={stay}
    >
      <p>{leaveWarning}</p>
    </QuestionDialog>
  )
}

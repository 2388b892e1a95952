import { useEffect } from 'react'
import { useBlocker, useLocation } from 'react-router'
import { uploads, useUploads } from '../upload-runtime.ts'
import { isLeavingUnsafe } from '../upload-session.ts'

export type LeaveGuard = { isAsking: boolean; stay: () => void; leave: () => void }

/** Keeps Back from leaving running uploads; people who leave anyway find them paused. */
export function useLeaveGuard(): LeaveGuard {
  const unsafe = useUploads(isLeavingUnsafe)
  const { pathname } = useLocation()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsafe && currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => uploads.showPage(pathname), [pathname])

  return {
    isAsking: blocker.state === 'blocked',
    stay: () => blocker.state === 'blocked' && blocker.reset(),
    leave: () => {
      uploads.stopAndClose()
      if (blocker.state === 'blocked') blocker.proceed()
    },
  }
}

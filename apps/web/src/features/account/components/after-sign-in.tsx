import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#web/lib/paths'
import { takeWantedPath } from '#web/lib/session'

/** Takes a signed-in user to the page they first wanted, or to the dashboard. */
export function AfterSignIn() {
  const navigate = useNavigate()
  const isLeaving = useRef(false)
  useEffect(() => {
    if (isLeaving.current) return
    isLeaving.current = true
    void navigate(takeWantedPath() ?? paths.dashboard, { replace: true })
  }, [navigate])
  return null
}

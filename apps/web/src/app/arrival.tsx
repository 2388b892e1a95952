import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { profileQuery, usageQuery } from '#web/features/account/queries'
import { useLeftDecisions } from '#web/features/room/round/use-left-decisions'
import { useLeftComments } from '#web/features/room/state/use-left-comments'
import { useSession } from '#web/lib/session'
import { focusHeading } from '#web/ui/focus-heading'

/** Each navigation focuses the new page's heading, which announces the page once. */
export function Arrival() {
  useAccountFromStart()
  useLeftComments()
  useLeftDecisions()
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    return focusOnceThere()
  }, [pathname])
  return <Outlet />
}

/** Loads profile and plan at the start of every signed-in visit, whatever the page. */
function useAccountFromStart(): void {
  const { token } = useSession()
  const client = useQueryClient()
  useEffect(() => {
    if (!token) return
    void client.prefetchQuery(profileQuery)
    void client.prefetchQuery(usageQuery)
  }, [token, client])
}

/** Waits for the heading, unless the user has moved on. */
function focusOnceThere(): () => void {
  const before = document.activeElement
  const look = () => {
    const focused = document.activeElement
    const isTaken = focused !== before && focused !== document.body
    // After publishing, a dialog is still there for a moment.
    if (!isTaken && focused?.closest('[role="dialog"]')) return
    // A page may move the focus where it is needed, such as its first field.
    const isInside = focused?.closest('main') != null
    if (isTaken || isInside || focusHeading()) observer.disconnect()
  }
  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true })
  look()
  return () => observer.disconnect()
}

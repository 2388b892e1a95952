import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { profileQuery, usageQuery } from '#web/features/account/queries'
import { useLeftComments } from '#web/features/room/state/use-left-comments'
import { useSession } from '#web/lib/session'
import { focusHeading } from '#web/ui/focus-heading'

/** After each change of page the focus is on the new page's heading, which says once where one is. */
export function Arrival() {
  useAccountFromStart()
  useLeftComments()
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

/** Waits for the heading, but not for somebody who has gone on by then. */
function focusOnceThere(): () => void {
  const before = document.activeElement
  const look = () => {
    const focused = document.activeElement
    const isTaken = focused !== before && focused !== document.body
    // Published, a dialog is still there for a moment.
    if (!isTaken && focused?.closest('[role="dialog"]')) return
    // A page may put the focus where it is needed, as into a first field.
    const isInside = focused?.closest('main') != null
    if (isTaken || isInside || focusHeading()) observer.disconnect()
  }
  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true })
  look()
  return () => observer.disconnect()
}

import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router'
import { closeAll, isPopupEntry, popupEntry, useOpenPopup } from '#web/lib/popups'

/** A popup stands on an entry of the history of its own, which the browser's Back leaves. */
export function useBackCloses(): void {
  const isOpen = useOpenPopup() !== null
  const location = useLocation()
  const { pathname, search, hash } = location
  const isLeft = useNavigationType() === NavigationType.Pop
  const isOnEntry = isPopupEntry(location.state)
  const navigate = useNavigate()
  const wasOnEntry = useRef(false)
  useEffect(() => {
    const wasThere = wasOnEntry.current
    wasOnEntry.current = isOpen && isOnEntry
    if (!isOpen || isOnEntry) return
    if (wasThere && isLeft) closeAll()
    else void navigate({ pathname, search, hash }, { state: popupEntry, preventScrollReset: true })
  }, [isOpen, isOnEntry, isLeft, pathname, search, hash, navigate])
}

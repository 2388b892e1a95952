import { windowTitle } from '@wingmark/contract/formats'
import { useEffect } from 'react'

/** Sets the window's title; undefined leaves it to another component. */
export function useWindowTitle(page: string | undefined): void {
  useEffect(() => {
    if (page !== undefined) document.title = windowTitle(page)
  }, [page])
}

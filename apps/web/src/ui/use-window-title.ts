import { windowTitle } from '@wingmark/contract/formats'
import { useEffect } from 'react'

/** Calls the window after what it shows; undefined leaves that to another part. */
export function useWindowTitle(page: string | undefined): void {
  useEffect(() => {
    if (page !== undefined) document.title = windowTitle(page)
  }, [page])
}

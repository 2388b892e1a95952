import { useCallback, useState } from 'react'

export type Layout = 'list' | 'grid'

const layoutKey = 'wingmark.transfers-view'

function readLayout(): Layout {
  try {
    return localStorage.getItem(layoutKey) === 'grid' ? 'grid' : 'list'
  } catch {
    return 'list'
  }
}

/** How files were shown last on this device. */
export function useKeptLayout(): [layout: Layout, show: (layout: Layout) => void] {
  const [layout, setLayout] = useState(readLayout)
  const show = useCallback((next: Layout) => {
    setLayout(next)
    try {
      localStorage.setItem(layoutKey, next)
    } catch {
      // It holds as long as the page then.
    }
  }, [])
  return [layout, show]
}

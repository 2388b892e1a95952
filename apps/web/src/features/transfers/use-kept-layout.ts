import { useCallback, useState } from 'react'
import { readStored, writeStored } from '#web/lib/browser-storage'

export type Layout = 'list' | 'grid'

const layoutKey = 'wingmark.transfers-view'

const readLayout = (): Layout => (readStored(layoutKey) === 'grid' ? 'grid' : 'list')

/** The last layout on this device. */
export function useKeptLayout(): [layout: Layout, show: (layout: Layout) => void] {
  const [layout, setLayout] = useState(readLayout)
  const show = useCallback((next: Layout) => {
    setLayout(next)
    writeStored(layoutKey, next)
  }, [])
  return [layout, show]
}

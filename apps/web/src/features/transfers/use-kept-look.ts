import { useCallback, useState } from 'react'

export type Look = 'list' | 'grid'

const lookKey = 'wingmark.transfers-view'

function readLook(): Look {
  try {
    return localStorage.getItem(lookKey) === 'grid' ? 'grid' : 'list'
  } catch {
    return 'list'
  }
}

/** How files were shown last on this device. */
export function useKeptLook(): [look: Look, show: (look: Look) => void] {
  const [look, setLook] = useState(readLook)
  const show = useCallback((next: Look) => {
    setLook(next)
    try {
      localStorage.setItem(lookKey, next)
    } catch {
      // It holds as long as the page then.
    }
  }, [])
  return [look, show]
}

import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

const paper = window.matchMedia('print')

/** True while the page renders for paper; paper-only content is mounted before that. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(paper.matches)
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true))
    const look = () => flushSync(() => setPrinting(paper.matches))
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', look)
    paper.addEventListener('change', look)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', look)
      paper.removeEventListener('change', look)
    }
  }, [])
  return isPrinting
}

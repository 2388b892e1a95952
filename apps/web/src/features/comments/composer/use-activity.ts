import { useEffect, useRef, useState } from 'react'

const leaveMs = 150

/**
 * Whether the form is being used. Not `:focus-within`, since Safari takes the focus away at a click on a button; and
 * not the pointer, which would come up on what has moved under it.
 */
export function useActivity() {
  const [isActive, setActive] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const set = (next: boolean, afterMs: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setActive(next), afterMs)
  }
  return {
    isActive,
    onFocus: () => set(true, 0),
    onBlur: () => set(false, leaveMs),
  }
}

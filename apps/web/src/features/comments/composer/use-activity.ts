import { useEffect, useRef, useState } from 'react'

const leaveMs = 150

/** Whether the form is in use. Not `:focus-within`: Safari drops the focus on a button click. */
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

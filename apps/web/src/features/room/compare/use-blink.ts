import { useCallback, useEffect, useRef, useState } from 'react'
import { blinkDelay, blinkMs } from '#web/features/room/compare/blinks'

const wantsLessMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

export type Blink = {
  isOlder: boolean
  isHeld: boolean
  isRunning: boolean
  /** False where motion is reduced: then only holding changes the side. */
  mayRun: boolean
  run: (isRunning: boolean) => void
  hold: (isHeld: boolean) => void
}

/** Which side shows: by turns, or while held; never faster than three flashes a second. */
export function useBlink(isOn: boolean): Blink {
  const [mayRun] = useState(() => !wantsLessMotion())
  const [isRunning, run] = useState(mayRun)
  const [isHeld, hold] = useState(false)
  const [isOlder, setOlder] = useState(false)
  const lastAt = useRef<number | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const show = useCallback((older: boolean) => {
    clearTimeout(timer.current)
    const change = () => {
      lastAt.current = performance.now()
      setOlder(older)
    }
    timer.current = setTimeout(change, blinkDelay(lastAt.current, performance.now()))
  }, [])

  useEffect(() => {
    if (isHeld) {
      show(true)
      return () => show(false)
    }
    if (!isOn || !isRunning) return
    let older = false
    const turns = setInterval(() => {
      older = !older
      show(older)
    }, blinkMs)
    return () => {
      clearInterval(turns)
      show(false)
    }
  }, [isOn, isRunning, isHeld, show])

  useEffect(() => () => clearTimeout(timer.current), [])
  return { isOlder, isHeld, isRunning, mayRun, run, hold }
}

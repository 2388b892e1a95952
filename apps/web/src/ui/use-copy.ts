import { useEffect, useRef, useState } from 'react'
import { copyText } from '#web/lib/copy-text'

const shownMs = 2_000

/** Copies a text; `copied` is true for two seconds after success. */
export function useCopy(): { copied: boolean; copy: (text: string) => Promise<boolean> } {
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async (text: string) => {
    const done = await copyText(text)
    clearTimeout(timer.current)
    setCopied(done)
    timer.current = setTimeout(() => setCopied(false), shownMs)
    return done
  }
  return { copied, copy }
}

import { taskTitleMin } from '@wingmark/contract/limits'
import { useState } from 'react'

/** Titles one after another, each sent while the next is typed; refused ones wait for another try. */
export function useNewTitles(send: (title: string) => Promise<void>) {
  const [title, setTitle] = useState('')
  const [refused, setRefused] = useState<readonly string[]>([])
  const dispatch = (words: string) =>
    send(words).catch(() => setRefused((now) => (now.includes(words) ? now : [...now, words])))
  const make = () => {
    const words = title.trim()
    if (words.length < taskTitleMin) return
    setTitle('')
    void dispatch(words)
  }
  const drop = (words: string) => setRefused((now) => now.filter((one) => one !== words))
  const again = (words: string) => {
    drop(words)
    void dispatch(words)
  }
  return { title, setTitle, make, refused, again, drop }
}

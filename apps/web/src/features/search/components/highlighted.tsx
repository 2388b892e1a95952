import { findWords } from '@wingmark/contract/search-words'
import type { ReactNode } from 'react'
import classes from './hit-list.module.css'

/** Marks the searched beginnings of words in a text. */
export function Highlighted({ text, word }: { text: string; word: string }) {
  const parts: ReactNode[] = []
  let at = 0
  for (const [from, to] of findWords(text, word)) {
    if (from < at) continue
    parts.push(text.slice(at, from))
    parts.push(
      <mark key={from} className={classes.mark}>
        {text.slice(from, to)}
      </mark>,
    )
    at = to
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  )
}

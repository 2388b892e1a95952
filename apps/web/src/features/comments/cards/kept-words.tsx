import { Button } from '@mantine/core'
import { isolated } from '@wingmark/contract/names'
import type { ReactNode } from 'react'
import { copyWords } from '#web/lib/copy-words'
import classes from './kept-words.module.css'

export type KeptText = {
  key: string
  text: string
  /** Names of files that belonged to it. */
  files?: readonly string[]
  /** What it was, or why it was not sent. */
  about?: string | undefined
  discard: () => void
}

const notSent = 'You wrote this here, but it wasn’t sent. It stays on this device until you discard it.'

/** Text that can no longer be sent: to copy or discard. Renders nothing without any. */
export function KeptWords({ title = notSent, texts }: { title?: ReactNode; texts: readonly KeptText[] }) {
  if (texts.length === 0) return null
  return (
    <section className={classes.kept} aria-label="Not sent">
      <p>{title}</p>
      <ul>
        {texts.map(({ key, text, files = [], about, discard }) => (
          <li key={key}>
            {about && <p className={classes.about}>{about}</p>}
            {text && <p className={classes.text}>{text}</p>}
            {files.length > 0 && <p className={classes.about}>With {files.map(isolated).join(', ')}</p>}
            {text && (
              <Button size="compact-xs" variant="light" onClick={() => void copyWords(text)}>
                Copy
              </Button>
            )}
            <Button size="compact-xs" variant="subtle" color="gray" onClick={discard}>
              Discard
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { leftWords } from '../left-words.ts'
import { leftTransferWords } from '../transfer/left-transfer-words.ts'
import { transfers, useTransfers } from '../transfer/transfer-runtime.ts'
import { uploads, useUploads } from '../upload-runtime.ts'
import { isUploading } from '../upload-session.ts'
import classes from './upload-overlay.module.css'
import { useUploadTarget } from './use-upload-target.ts'

/** Shown where an upload would continue after its dialog was closed, with what is missing. */
export function LeftCard({ isRoom }: { isRoom: boolean }) {
  const { takesFiles, reviewId, transfer } = useUploadTarget()
  const queue = useUploads((session) => session.queue)
  const missing = useUploads((session) => session.missing)
  const busy = useUploads(isUploading)
  const words = leftWords({ queue, missing })
  const isHere = takesFiles && !transfer && (!isRoom || queue.reviewId === reviewId)
  if (transfer) return <LeftTransferCard />
  if (!words || busy || !isHere) return null
  return (
    <Card
      title="Unfinished upload"
      words={words}
      place={isRoom ? 'room' : 'list'}
      onShow={uploads.keepUnverified}
    />
  )
}

function LeftTransferCard() {
  const words = useTransfers(({ queue }) => leftTransferWords(queue))
  if (!words) return null
  const show = () => transfers.send({ type: 'shown' })
  return <Card title="Unfinished transfer" words={words} place="list" onShow={show} />
}

type CardProps = { title: string; words: string; place: 'room' | 'list'; onShow: () => void }

function Card({ title, words, place, onShow }: CardProps) {
  // Hidden until the sentence changes.
  const [seen, setSeen] = useState<string | null>(null)
  if (words === seen) return null
  return (
    <section className={classes.overlay} data-place={place} aria-labelledby="unfinished-upload">
      <header className={classes.head}>
        <h2 id="unfinished-upload" className={classes.title}>
          {title}
        </h2>
        <ActionIcon size={28} aria-label={`Hide ${title.toLowerCase()}`} onClick={() => setSeen(words)}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </header>
      <div className={classes.left}>
        <p>{words}</p>
        <Button size="xs" variant="default" onClick={onShow}>
          Show files
        </Button>
      </div>
    </section>
  )
}

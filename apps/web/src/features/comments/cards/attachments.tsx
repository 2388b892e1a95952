import { useWindowEvent } from '@mantine/hooks'
import { IconFileTypePdf, IconPaperclip } from '@tabler/icons-react'
import type { Attachment } from '@wingmark/contract/comments'
import { type ReactNode, Suspense, useState } from 'react'
import { LatePart } from '#web/ui/late-notice'
import { lazily } from '#web/ui/lazily'
import classes from './attachments.module.css'

const AttachedVideo = lazily(
  () => import('#web/features/comments/cards/attached-video').then((video) => video.AttachedVideo),
  (late, { file }) => <LatePart late={late} what={file.name} />,
)

type OnOpen = (file: Attachment) => boolean
type Props = {
  files: readonly Attachment[]
  /** Opens a file in the app; false if it cannot. */
  onOpen?: OnOpen
}
const never: OnOpen = () => false

/** Each opens in its own tab if the screen has no place for it. Files still rendering are polled. */
export function Attachments({ files, onOpen = never }: Props) {
  if (files.length === 0) return null
  return (
    <ul className={classes.attachments} aria-label="Attached files">
      {files.map((file) => (
        <li key={file._id}>
          {file.kind === 'VIDEO' ? (
            <Suspense fallback={<span className={classes.videoPlace} />}>
              <AttachedVideo file={file} />
            </Suspense>
          ) : (
            <Attached file={file} onOpen={onOpen} />
          )}
        </li>
      ))}
    </ul>
  )
}

function Attached({ file, onOpen }: { file: Attachment; onOpen: OnOpen }) {
  const { name, kind, state, thumbnailUrl } = file
  const [lost, setLost] = useState<string | null>(null)
  useWindowEvent('online', () => setLost(null))
  if (kind === 'IMAGE' && state === 'READY' && lost !== thumbnailUrl)
    return (
      <Opening file={file} onOpen={onOpen} className={classes.attachedPicture}>
        <img src={thumbnailUrl} alt={name} loading="lazy" onError={() => setLost(thumbnailUrl)} />
      </Opening>
    )
  const Icon = kind === 'PDF' ? IconFileTypePdf : IconPaperclip
  const note = kind === 'IMAGE' || !file.url ? notes[state] : null
  return (
    <Opening file={file} onOpen={onOpen} className={classes.attachedFile}>
      <Icon size={14} aria-hidden />
      <span>{name}</span>
      {note !== null && <small>{note}</small>}
    </Opening>
  )
}

const notes = { PROCESSING: 'Preparing preview…', READY: null, FAILED: 'No preview' } as const

type OpeningProps = { file: Attachment; onOpen: OnOpen; className: string | undefined; children: ReactNode }

/** Without its original, a file can be opened only once rendered. */
function Opening({ file, onOpen, className, children }: OpeningProps) {
  const { name, state, url, previewUrl } = file
  const href = url ?? (state === 'READY' ? previewUrl : undefined)
  if (href === undefined)
    return (
      <span className={className} title={name}>
        {children}
      </span>
    )
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={className}
      title={name}
      onClick={(event) => {
        event.stopPropagation()
        // With a modifier key it opens in a tab, like any link.
        const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
        if (isPlain && onOpen(file)) event.preventDefault()
      }}
    >
      {children}
    </a>
  )
}

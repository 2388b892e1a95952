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

/** Pictures as small pictures, videos with what plays them, everything else by its name; each opens in its own tab. What is still being drawn is asked for once it is there. */
export function Attachments({ files }: { files: readonly Attachment[] }) {
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
            <Attached file={file} />
          )}
        </li>
      ))}
    </ul>
  )
}

function Attached({ file }: { file: Attachment }) {
  const { name, kind, state, thumbnailUrl } = file
  const [lost, setLost] = useState<string | null>(null)
  useWindowEvent('online', () => setLost(null))
  if (kind === 'IMAGE' && state === 'READY' && lost !== thumbnailUrl)
    return (
      <Opening file={file} className={classes.attachedPicture}>
        <img src={thumbnailUrl} alt={name} loading="lazy" onError={() => setLost(thumbnailUrl)} />
      </Opening>
    )
  const Icon = kind === 'PDF' ? IconFileTypePdf : IconPaperclip
  const note = kind === 'IMAGE' || !file.url ? notes[state] : null
  return (
    <Opening file={file} className={classes.attachedFile}>
      <Icon size={14} aria-hidden />
      <span>{name}</span>
      {note !== null && <small>{note}</small>}
    </Opening>
  )
}

const notes = { PROCESSING: 'Being drawn…', READY: null, FAILED: 'No preview' } as const

type OpeningProps = { file: Attachment; className: string | undefined; children: ReactNode }

/** Without the original, there is something to open only once it is drawn. */
function Opening({ file: { name, state, url, previewUrl }, className, children }: OpeningProps) {
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
      onClick={(event) => event.stopPropagation()}
    >
      {children}
    </a>
  )
}

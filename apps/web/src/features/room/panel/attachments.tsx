import { IconFileTypePdf, IconPaperclip } from '@tabler/icons-react'
import type { Attachment } from '@wingmark/contract/comments'
import { lazy, Suspense, useState } from 'react'
import classes from './comment.module.css'

const AttachedVideo = lazy(() =>
  import('#web/features/room/panel/attached-video').then((video) => ({ default: video.AttachedVideo })),
)

/** Pictures as small pictures, videos with what plays them, everything else by its name; each opens in its own tab. */
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
            <AttachmentLink file={file} />
          )}
        </li>
      ))}
    </ul>
  )
}

function AttachmentLink({ file }: { file: Attachment }) {
  const [isLost, setLost] = useState(false)
  const href = file.url ?? file.previewUrl
  const Icon = file.kind === 'PDF' ? IconFileTypePdf : IconPaperclip
  const hasPicture = file.kind === 'IMAGE' && !isLost
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={hasPicture ? classes.attachedPicture : classes.attachedFile}
      title={file.name}
      onClick={(event) => event.stopPropagation()}
    >
      {hasPicture ? (
        <img src={file.thumbnailUrl} alt={file.name} loading="lazy" onError={() => setLost(true)} />
      ) : (
        <>
          <Icon size={14} aria-hidden />
          <span>{file.name}</span>
        </>
      )}
    </a>
  )
}

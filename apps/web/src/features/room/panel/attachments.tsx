import { IconFileTypePdf, IconMovie, IconPaperclip } from '@tabler/icons-react'
import type { Attachment } from '@wingmark/contract/comments'
import { useState } from 'react'
import classes from './comment.module.css'

/** Pictures as small pictures, everything else by its name; each opens in its own tab. */
export function Attachments({ files }: { files: readonly Attachment[] }) {
  if (files.length === 0) return null
  return (
    <ul className={classes.attachments} aria-label="Attached files">
      {files.map((file) => (
        <li key={file._id}>
          <AttachmentLink file={file} />
        </li>
      ))}
    </ul>
  )
}

function AttachmentLink({ file }: { file: Attachment }) {
  const [isLost, setLost] = useState(false)
  const href = file.url ?? file.previewUrl
  const Icon = file.kind === 'VIDEO' ? IconMovie : file.kind === 'PDF' ? IconFileTypePdf : IconPaperclip
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

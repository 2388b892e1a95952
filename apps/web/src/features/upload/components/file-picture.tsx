import { IconFileTypePdf, IconPhoto } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isPicture } from '#web/lib/picture-size'
import { drawingQuery } from '../queries.ts'
import type { UploadItem } from '../upload-queue.ts'
import { useUploads } from '../upload-runtime.ts'
import classes from './file-picture.module.css'

/** A thumbnail: drawn by the browser before upload, by the server later; a PDF's first page. */
export function FilePicture({ item }: { item: UploadItem }) {
  const chosen = useUploads((session) => session.pictures[item.id])
  const fileId = item.stored?.fileId ?? ''
  const { data } = useQuery({ ...drawingQuery(fileId), enabled: fileId !== '' && !chosen })
  const url = chosen ?? (data?.state === 'READY' ? data.thumbnailUrl : undefined)
  const [isBroken, setBroken] = useState(false)
  if (url && !isBroken) {
    return (
      <>
        <img
          className={classes.image}
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
        />
        {!isPicture(item) && (
          <span className={classes.kind}>
            <IconFileTypePdf size={20} stroke={1.5} role="img" aria-label="PDF" />
          </span>
        )}
      </>
    )
  }
  const picture = isPicture(item)
  const Icon = picture ? IconPhoto : IconFileTypePdf
  return (
    <span className={classes.icon}>
      <Icon size={44} stroke={1.25} role="img" aria-label={picture ? 'Image' : 'PDF'} />
      {item.stored && <DrawingProblem fileId={item.stored.fileId} />}
    </span>
  )
}

/** The file can be published anyway, but its owner should know what clients will see. */
function DrawingProblem({ fileId }: { fileId: string }) {
  const { data } = useQuery(drawingQuery(fileId))
  if (data?.state !== 'FAILED') return null
  return (
    <span className={classes.problem} role="status">
      No preview. {data.error}
    </span>
  )
}

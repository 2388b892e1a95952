import { IconFileTypePdf, IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { isPicture } from '../picture-size.ts'
import { useUploads } from '../upload-runtime.ts'
import classes from './file-picture.module.css'

/** The chosen file, small, as the browser can draw it before the server has seen it. */
export function FilePicture({ id, name, type }: { id: string; name: string; type: string }) {
  const url = useUploads((session) => session.pictures[id])
  const [isBroken, setBroken] = useState(false)
  if (url && !isBroken) {
    return (
      <img
        className={classes.image}
        src={url}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setBroken(true)}
      />
    )
  }
  const picture = isPicture({ name, type })
  const Icon = picture ? IconPhoto : IconFileTypePdf
  return (
    <span className={classes.icon}>
      <Icon size={44} stroke={1.25} role="img" aria-label={picture ? 'Image' : 'PDF'} />
    </span>
  )
}

import { IconFileTypePdf, IconPhoto } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { isPicture } from '../picture-size.ts'
import { uploads } from '../upload-runtime.ts'
import classes from './file-picture.module.css'

/** The chosen file as the browser can show it before the server has seen it. */
export function FilePicture({ id, name, type }: { id: string; name: string; type: string }) {
  const picture = isPicture({ name, type })
  const url = useObjectUrl(picture ? uploads.fileOf(id) : undefined)
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
  const Icon = picture ? IconPhoto : IconFileTypePdf
  return (
    <span className={classes.icon}>
      <Icon size={44} stroke={1.25} role="img" aria-label={picture ? 'Image' : 'PDF'} />
    </span>
  )
}

function useObjectUrl(file: File | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}

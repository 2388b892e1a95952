import { IconPaperclip } from '@tabler/icons-react'
import { getFile } from '@wingmark/contract/files'
import { useEffect, useState } from 'react'
import type { Attached } from '#web/features/comments/composer/compose-state'
import type { DraftFile } from '#web/features/comments/outbox/drafts'
import { isKeptFile, readKept } from '#web/features/comments/outbox/kept-files'
import { call } from '#web/lib/api'
import classes from './message-form.module.css'

const shownTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml'])
/** Bytes; a larger one takes more memory than a thumbnail is worth. */
const mostBytes = 20_000_000

type Props = { one: Attached; chosenFiles: ReadonlyMap<string, File> }

/** A thumbnail of an attached picture: from this device, or from the server after a reload. */
export function AttachedPicture({ one, chosenFiles }: Props) {
  const picture = usePicture(one, chosenFiles)
  const [isLost, setLost] = useState(false)
  if (picture === null || isLost) return <IconPaperclip size={13} aria-hidden />
  return (
    <img
      src={picture}
      alt=""
      className={classes.picture}
      decoding="async"
      draggable={false}
      onError={() => setLost(true)}
    />
  )
}

function usePicture({ id, file }: Attached, chosenFiles: ReadonlyMap<string, File>): string | null {
  const [picture, setPicture] = useState<string | null>(null)
  useEffect(() => {
    let isOver = false
    let made: string | null = null
    const showBlob = (blob: Blob | undefined) => {
      if (isOver || !blob || !shownTypes.has(blob.type) || blob.size > mostBytes) return
      made = URL.createObjectURL(blob)
      setPicture(made)
    }
    const showStored = (url: string | null) => isOver || setPicture(url)
    const chosen = chosenFiles.get(id)
    if (chosen) showBlob(chosen)
    else if (file && isKeptFile(file)) void readKept(file).then(showBlob, () => {})
    else if (file?.kind === 'IMAGE') void findThumbnail(file).then(showStored, () => {})
    return () => {
      isOver = true
      if (made) URL.revokeObjectURL(made)
    }
    // Uploaded files keep showing from this device.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [id])
  return picture
}

async function findThumbnail(file: DraftFile): Promise<string | null> {
  const { state, thumbnailUrl } = (await call(getFile, { params: { id: file._id } })).result
  return state === 'READY' ? thumbnailUrl : null
}

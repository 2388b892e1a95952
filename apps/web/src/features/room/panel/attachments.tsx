import { useInViewport } from '@mantine/hooks'
import { IconFileTypePdf, IconPaperclip } from '@tabler/icons-react'
import type { Attachment } from '@wingmark/contract/comments'
import { lazy, Suspense, useEffect, useState } from 'react'
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
  const href = file.url ?? file.previewUrl
  const isPicture = file.kind === 'IMAGE'
  const { ref, hasPicture, onError, tries } = usePatience(file.thumbnailUrl)
  return (
    <a
      ref={ref}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={isPicture && hasPicture ? classes.attachedPicture : classes.attachedFile}
      title={file.name}
      onClick={(event) => event.stopPropagation()}
    >
      {isPicture && hasPicture ? (
        <img key={tries} src={file.thumbnailUrl} alt={file.name} loading="lazy" onError={onError} />
      ) : (
        <>
          {file.kind === 'PDF' ? (
            <IconFileTypePdf size={14} aria-hidden />
          ) : (
            <IconPaperclip size={14} aria-hidden />
          )}
          <span>{file.name}</span>
        </>
      )}
    </a>
  )
}

const soonMs = [500, 1_500, 3_000, 6_000, 12_000]
const laterMs = 30_000

/** A picture that was sent a moment ago may still be in the making: asked for again for as long as it is in sight. */
function usePatience(address: string) {
  const { ref, inViewport } = useInViewport<HTMLAnchorElement>()
  const [tries, setTries] = useState(0)
  const [failed, setFailed] = useState<string | null>(null)
  const hasPicture = failed !== address
  const isWaiting = !hasPicture && inViewport
  useEffect(() => {
    if (!isWaiting) return
    const again = () => {
      setTries(tries + 1)
      setFailed(null)
    }
    const timer = setTimeout(again, soonMs[tries] ?? laterMs)
    return () => clearTimeout(timer)
  }, [isWaiting, tries])
  return { ref, hasPicture, tries, onError: () => setFailed(address) }
}

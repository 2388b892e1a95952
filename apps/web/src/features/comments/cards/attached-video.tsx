import { IconDownload, IconPlayerPlayFilled } from '@tabler/icons-react'
import type { Attachment } from '@wingmark/contract/comments'
import { useState } from 'react'
import { formatDuration } from '#web/lib/format'
import classes from './attachments.module.css'

/** A frame of the video until it is played here; unplayable ones are downloaded. */
export function AttachedVideo({ file }: { file: Attachment }) {
  const [state, setState] = useState<'still' | 'playing' | 'unplayable'>('still')
  if (!file.url) return <span className={classes.attachedFile}>{file.name}</span>
  if (state === 'unplayable')
    return (
      <a
        href={file.url}
        download={file.name}
        className={classes.attachedFile}
        title={`This browser can’t play ${file.name}. Download it.`}
        onClick={(event) => event.stopPropagation()}
      >
        <IconDownload size={14} aria-hidden />
        <span>
          Download <bdi>{file.name}</bdi>
        </span>
      </a>
    )
  const video = {
    className: classes.video,
    src: file.url,
    title: file.name,
    onError: () => setState('unplayable'),
  }
  if (state === 'playing')
    // Videos that people send each other have no captions.
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      <video {...video} controls autoPlay playsInline onClick={(event) => event.stopPropagation()} />
    )
  const length = file.seconds === undefined ? null : formatDuration(file.seconds)
  return (
    <button
      type="button"
      className={classes.still}
      aria-label={`Play ${file.name}${length === null ? '' : `, ${length}`}`}
      title={file.name}
      onClick={(event) => {
        event.stopPropagation()
        setState('playing')
      }}
    >
      {length === null ? (
        // The browser's own frame if the server has none.
        <video className={classes.video} src={`${file.url}#t=0.1`} preload="metadata" muted playsInline />
      ) : (
        <img className={classes.video} src={file.thumbnailUrl} alt="" loading="lazy" />
      )}
      <span className={classes.play} aria-hidden>
        <IconPlayerPlayFilled size={16} />
      </span>
      {length !== null && <span className={classes.length} aria-hidden data-text={length} />}
    </button>
  )
}

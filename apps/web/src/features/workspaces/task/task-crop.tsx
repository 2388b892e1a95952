import { IconFile, IconVideo } from '@tabler/icons-react'
import type { TaskComment } from '@wingmark/contract/tasks'
import { type CSSProperties, useState } from 'react'
import classes from './task-crop.module.css'

/** The part of the design that a task is about; until rendered, the whole with a dot. */
export function TaskCrop({ source, className = '' }: { source: TaskComment; className?: string }) {
  const { cropUrl, thumbnailUrl, place, kind } = source
  const [isRendered, setDrawn] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const Icon = kind === 'VIDEO' ? IconVideo : IconFile
  const dot: CSSProperties | null = place && { left: `${place.x * 100}%`, top: `${place.y * 100}%` }
  return (
    <span className={`${classes.frame} ${className}`} aria-hidden>
      {!thumbnailUrl && <Icon size={28} className={classes.icon} />}
      {thumbnailUrl && !isRendered && (
        <span className={classes.whole}>
          <img src={thumbnailUrl} alt="" loading="lazy" decoding="async" draggable={false} />
          {dot && <span className={classes.dot} style={dot} />}
        </span>
      )}
      {cropUrl && !isMissing && (
        <img
          src={cropUrl}
          alt=""
          width={480}
          height={300}
          loading="lazy"
          decoding="async"
          draggable={false}
          className={classes.crop}
          data-drawn={isRendered || undefined}
          onLoad={() => setDrawn(true)}
          onError={() => setMissing(true)}
        />
      )}
    </span>
  )
}

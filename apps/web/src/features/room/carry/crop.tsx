import type { File } from '@wingmark/contract/files'
import type { Marker } from '@wingmark/contract/markers'
import { cropOf } from '#web/features/room/carry/crop-place'
import { pageSize, previewUrl } from '#web/features/room/state/page-source'
import classes from './carry.module.css'

type Props = { file: File; marker: Marker; share: number; label: string }

/** A pin's place on a version; `share`: of the page's width, the same for both versions. */
export function Crop({ file, marker, share, label }: Props) {
  const { image, ring } = cropOf(pageSize(file, marker.page), marker, share)
  return (
    <div className={classes.crop} role="img" aria-label={label}>
      {file.state === 'READY' && (
        <img
          src={previewUrl(file, marker.page)}
          alt=""
          draggable={false}
          style={{ width: `${image.width}%`, left: `${image.left}%`, top: `${image.top}%` }}
        />
      )}
      <span
        className={classes.ring}
        data-region={ring.width > 0}
        style={{
          left: `${ring.left}%`,
          top: `${ring.top}%`,
          ...(ring.width > 0 && { width: `${ring.width}%`, height: `${ring.height}%` }),
        }}
      />
    </div>
  )
}

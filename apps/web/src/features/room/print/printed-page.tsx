import { Box } from '@mantine/core'
import type { Comment } from '@wingmark/contract/comments'
import type { File } from '@wingmark/contract/files'
import { pageSize, previewUrl } from '#web/features/room/state/page-source'
import classes from './print.module.css'

const percent = (fraction: number) => `${fraction * 100}%`

/** A page with the marks of its comments. */
export function PrintedPage({
  file,
  page,
  comments,
}: {
  file: File
  page: number
  comments: readonly Comment[]
}) {
  const { width, height } = pageSize(file, page)
  const marks = comments.flatMap(({ _id, number, marker }) => (marker ? [{ _id, number, marker }] : []))
  return (
    <Box component="figure" className={classes.figure} style={{ '--ratio': width / height }}>
      <img src={previewUrl(file, page)} alt={`${file.name}, page ${page}`} />
      <svg className={classes.marks} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
        {marks.map(({ _id, marker }) =>
          marker.points ? (
            <polyline key={_id} points={marker.points.map(([x, y]) => `${x * 100},${y * 100}`).join(' ')} />
          ) : (
            <rect
              key={_id}
              x={marker.x * 100}
              y={marker.y * 100}
              width={(marker.width ?? 0) * 100}
              height={(marker.height ?? 0) * 100}
            />
          ),
        )}
      </svg>
      {marks.map(({ _id, number, marker }) => (
        <Box
          key={_id}
          component="span"
          className={classes.pin}
          style={{ left: percent(marker.x), top: percent(marker.y) }}
        >
          {number}
        </Box>
      ))}
    </Box>
  )
}

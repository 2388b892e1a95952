import { Box } from '@mantine/core'
import type { Comment } from '@wingmark/contract/comments'
import type { File } from '@wingmark/contract/files'
import { pageSize, previewUrl } from '#web/features/room/state/page-source'
import { personColorOf } from '#web/ui/face-colors'
import classes from './print.module.css'

/** In its author's colour, as on screen; resolved ones are pale. */
export const markStyle = ({ status, author }: Pick<Comment, 'status' | 'author'>) =>
  status === 'OPEN' ? { '--mark': personColorOf(author.color) } : {}

const percent = (fraction: number) => `${fraction * 100}%`

/** A page with its comments' marks. */
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
  const marks = comments.flatMap(({ marker, ...rest }) => (marker ? [{ ...rest, marker }] : []))
  return (
    <Box component="figure" className={classes.figure} style={{ '--ratio': width / height }}>
      <img src={previewUrl(file, page)} alt={`${file.name}, page ${page}`} />
      <svg className={classes.marks} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
        {marks.map(({ marker, ...mark }) =>
          marker.points ? (
            <Box
              key={mark._id}
              component="polyline"
              style={markStyle(mark)}
              points={marker.points.map(([x, y]) => `${x * 100},${y * 100}`).join(' ')}
            />
          ) : (
            <Box
              key={mark._id}
              component="rect"
              style={markStyle(mark)}
              x={marker.x * 100}
              y={marker.y * 100}
              width={(marker.width ?? 0) * 100}
              height={(marker.height ?? 0) * 100}
            />
          ),
        )}
      </svg>
      {marks.map(({ marker, ...mark }) => (
        <Box
          key={mark._id}
          component="span"
          className={classes.pin}
          style={{ ...markStyle(mark), left: percent(marker.x), top: percent(marker.y) }}
        >
          {mark.number}
        </Box>
      ))}
    </Box>
  )
}

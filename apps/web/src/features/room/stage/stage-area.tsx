import { useQuery } from '@tanstack/react-query'
import type { File } from '@wingmark/contract/files'
import { getFile } from '@wingmark/contract/files'
import { Suspense, useEffect } from 'react'
import { useKeepFile } from '#web/features/room/live/use-keep-file'
import { Stage } from '#web/features/room/stage/stage'
import { NoFiles, Processing } from '#web/features/room/stage/stage-notice'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { useComments, useCurrentFile, useReviewData, useStackFile } from '#web/features/room/state/room-data'
import { call } from '#web/lib/api'
import { askAgain } from '#web/lib/ask-again'
import { dropFirstDesign } from '#web/lib/first-view'
import { shareTokenOf } from '#web/lib/share-token'
import { requestUpload } from '#web/lib/upload-request'
import { LatePart } from '#web/ui/late-notice'
import { lazily } from '#web/ui/lazily'
import classes from './stage.module.css'

const NoPreview = lazily(
  () => import('#web/features/room/stage/no-preview').then((notice) => notice.NoPreview),
  (late) => <LatePart late={late} what="This file" />,
)

const pollMs = 3_000

/** The stage, or its replacement. */
export function StageArea() {
  const file = useCurrentFile()
  const stack = useStackFile()
  const page = useRoomState((state) => state.page)
  const { comments } = useComments()
  const { review } = useReviewData()
  // The page may have arrived with the first design, which only another design replaces.
  const isRendered = file?.state === 'READY'
  useEffect(() => {
    if (!isRendered) dropFirstDesign()
  }, [isRendered])
  return (
    <section className={classes.area} aria-label="Design">
      {!stack && <NoFiles onAdd={review.can.edit ? () => requestUpload() : null} />}
      {file?.state === 'PROCESSING' && <Waiting file={file} />}
      {file?.state === 'FAILED' && (
        <Suspense>
          <NoPreview file={file} />
        </Suspense>
      )}
      {file?.state === 'READY' && <Stage file={file} page={page} comments={comments} />}
    </section>
  )
}

/** Normally events arrive live; polling also helps if the stream is down. */
function Waiting({ file }: { file: File }) {
  const { reviewId } = useRoom()
  const keepFile = useKeepFile()
  const { data } = useQuery({
    queryKey: ['file', file._id],
    queryFn: async ({ signal }) =>
      (await call(getFile, { params: { id: file._id }, share: shareTokenOf(reviewId), signal })).result,
    refetchInterval: ({ state }) => askAgain(state.error, pollMs),
    staleTime: 0,
    meta: { shown: true },
  })
  useEffect(() => {
    if (data && data.state !== 'PROCESSING') keepFile(data)
  }, [data, keepFile])
  return <Processing file={file} />
}

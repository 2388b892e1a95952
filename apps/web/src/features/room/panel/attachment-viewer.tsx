import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Attachment } from '@wingmark/contract/comments'
import { getFile } from '@wingmark/contract/files'
import { useState } from 'react'
import { DesignViewer } from '#web/features/room/stage/design-viewer'
import { pageCount } from '#web/features/room/state/page-source'
import { useRoom } from '#web/features/room/state/room-context'
import { call } from '#web/lib/api'
import { messageForError } from '#web/lib/error-toast'
import { shareTokenOf } from '#web/lib/share-token'
import { ViewerFrame } from '#web/ui/viewer-frame'
import classes from './attachment-viewer.module.css'

type Props = {
  /** Pictures and PDFs of a comment or reply. */
  files: readonly Attachment[]
  first: Attachment
  onClose: () => void
}

/** Attachments on their own stage, over the room. */
export function AttachmentViewer({ files, first, onClose }: Props) {
  const [shown, setShown] = useState(first._id)
  const [page, setPage] = useState(1)
  const found = files.findIndex((file) => file._id === shown)
  const file = files[found] ?? first
  const { data, error, refetch, isFetching } = useAttachment(file)
  return (
    <ViewerFrame
      name={file.name}
      what="attachment"
      index={Math.max(0, found)}
      total={files.length}
      onShow={(next) => {
        setShown(files[next]?._id ?? shown)
        setPage(1)
      }}
      page={page}
      pages={data ? pageCount(data) : 1}
      onPage={setPage}
      download={file.url ?? null}
      onClose={onClose}
    >
      {data && (
        <DesignViewer
          key={data._id}
          place={`attachments ${data._id}`}
          file={data}
          page={Math.min(page, pageCount(data))}
          onPage={setPage}
          label="Attachment"
        />
      )}
      {!data && !error && (
        <output className={classes.notice} aria-label="Loading">
          <Loader size="sm" color="gray" />
        </output>
      )}
      {!data && error && (
        <div className={classes.notice} role="alert">
          <p>{messageForError(error) ?? 'This attachment no longer exists.'}</p>
          <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
    </ViewerFrame>
  )
}

/** With its pages and sizes, which the comment list lacks. */
function useAttachment({ _id, key }: Attachment) {
  const { reviewId } = useRoom()
  return useQuery({
    queryKey: ['file', _id, key],
    queryFn: async ({ signal }) =>
      (await call(getFile, { params: { id: _id }, share: shareTokenOf(reviewId), signal })).result,
    retry: 1,
    meta: { shown: true },
  })
}

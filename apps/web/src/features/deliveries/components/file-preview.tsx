import type { File } from '@wingmark/contract/files'
import type { DeliveryFile } from '@wingmark/contract/received-deliveries'
import { type ComponentType, Suspense, useState } from 'react'
import { ViewerFrame } from '#web/ui/viewer-frame'
import classes from './deliveries.module.css'

type Props = {
  files: readonly DeliveryFile[]
  file: DeliveryFile
  onShow: (id: string | null) => void
  onDownload: ((item: string) => void) | null
  /** Names the delivery or review of the files. */
  place: string
  Stage: ComponentType<StageProps>
}

/** Shows one page of a picture or PDF, for panning and zooming. */
export type StageProps = { place: string; file: File; page: number; onPage: (page: number) => void }

/** One of the sent files on its own stage. */
export function FilePreview({ files, file, onShow, onDownload, place, Stage }: Props) {
  // The next file starts at its own first page.
  const [at, setAt] = useState({ id: file._id, page: 1 })
  const page = at.id === file._id ? at.page : 1
  const onPage = (next: number) => setAt({ id: file._id, page: next })
  const { kind, url, previewUrl, name } = file.file
  return (
    <ViewerFrame
      name={file.name}
      what="file"
      index={files.indexOf(file)}
      total={files.length}
      onShow={(next) => onShow(files[next]?._id ?? null)}
      page={page}
      pages={file.file.pages?.length ?? 1}
      onPage={onPage}
      download={onDownload && (() => onDownload(file._id))}
      onClose={() => onShow(null)}
    >
      {kind === 'VIDEO' ? (
        <div className={classes.stagePicture}>
          {url ? (
            // oxlint-disable-next-line jsx-a11y/media-has-caption -- received videos have none
            <video key={file._id} src={url} poster={previewUrl} controls aria-label={name} data-owns-arrows />
          ) : (
            <>
              <img src={previewUrl} alt={name} />
              <p className={classes.stillWords}>
                This link counts downloads, so download the video to play it.
              </p>
            </>
          )}
        </div>
      ) : (
        <Suspense fallback={<div />}>
          <Stage
            key={file._id}
            place={place}
            file={{ ...file.file, name: file.name }}
            page={page}
            onPage={onPage}
          />
        </Suspense>
      )}
    </ViewerFrame>
  )
}

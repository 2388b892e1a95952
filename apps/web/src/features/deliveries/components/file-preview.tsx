import { ActionIcon, Button, Modal } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react'
import type { File } from '@wingmark/contract/files'
import type { DeliveryFile } from '@wingmark/contract/received-deliveries'
import { type ComponentType, type KeyboardEvent, Suspense, useState } from 'react'
import { isTyping } from '#web/lib/keys'
import classes from './deliveries.module.css'

type Props = {
  files: readonly DeliveryFile[]
  shown: DeliveryFile | null
  onShow: (file: DeliveryFile | null) => void
  onDownload: ((item: string) => void) | null
  /** Names what the files are part of. */
  place: string
  Stage: ComponentType<StageProps>
}

/** Shows one page of a picture or a PDF, to be panned and zoomed. */
export type StageProps = { place: string; file: File; page: number; onPage: (page: number) => void }

/** One file at a time, as large as the window; arrows lead on. */
export function FilePreview({ files, shown, onShow, onDownload, place, Stage }: Props) {
  return (
    <Modal
      opened={shown !== null}
      onClose={() => onShow(null)}
      fullScreen
      title={shown?.name ?? ''}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ content: classes.stage, header: classes.stageHead, body: classes.stageBody }}
    >
      {shown && (
        <Shown
          key={shown._id}
          files={files}
          file={shown}
          onShow={onShow}
          onDownload={onDownload}
          place={place}
          Stage={Stage}
        />
      )}
    </Modal>
  )
}

type ShownProps = Omit<Props, 'shown'> & { file: DeliveryFile }

function Shown({ files, file, onShow, onDownload, place, Stage }: ShownProps) {
  const [page, setPage] = useState(1)
  const at = files.findIndex((one) => one._id === file._id)
  const pages = file.file.pages?.length ?? 1
  const step = (by: number) => {
    if (page + by >= 1 && page + by <= pages) return setPage(page + by)
    const next = files[at + by]
    if (next) onShow(next)
  }
  const canGo = (by: number) => (page + by >= 1 && page + by <= pages) || files[at + by] !== undefined
  const onKey = (event: KeyboardEvent) => {
    if (isTyping(event.target)) return
    if (event.key === 'ArrowLeft') step(-1)
    if (event.key === 'ArrowRight') step(1)
  }
  const { kind, url, previewUrl, name } = file.file
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrows work wherever in it the focus is
    <div className={classes.stageInner} onKeyDown={onKey}>
      {kind === 'VIDEO' ? (
        <div className={classes.stagePicture}>
          {url ? (
            // oxlint-disable-next-line jsx-a11y/media-has-caption -- a stranger's video brings none
            <video src={url} poster={previewUrl} controls aria-label={name} />
          ) : (
            <img src={previewUrl} alt={name} />
          )}
        </div>
      ) : (
        <Suspense fallback={<div />}>
          <Stage place={place} file={{ ...file.file, name: file.name }} page={page} onPage={setPage} />
        </Suspense>
      )}
      <div className={classes.stageBar}>
        <ActionIcon
          aria-label="Back"
          disabled={!canGo(-1)}
          onClick={() => step(-1)}
          className={classes.stageButton}
        >
          <IconChevronLeft size={20} />
        </ActionIcon>
        <span className={classes.stageWords} role="status">
          {pages > 1 && `Page ${page} of ${pages} · `}
          {at + 1} of {files.length}
        </span>
        <ActionIcon
          aria-label="Next"
          data-autofocus
          disabled={!canGo(1)}
          onClick={() => step(1)}
          className={classes.stageButton}
        >
          <IconChevronRight size={20} />
        </ActionIcon>
        {onDownload && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => onDownload(file._id)}
          >
            Download
          </Button>
        )}
      </div>
    </div>
  )
}

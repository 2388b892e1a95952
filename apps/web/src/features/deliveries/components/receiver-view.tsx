import { Button, UnstyledButton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { DeliveryPage } from '@wingmark/contract/received-deliveries'
import { type ComponentType, useState } from 'react'
import { DeliveryHead } from '#web/features/deliveries/components/delivery-head'
import { DeliveryPictures } from '#web/features/deliveries/components/delivery-pictures'
import { FileLine } from '#web/features/deliveries/components/file-line'
import { FilePreview, type StageProps } from '#web/features/deliveries/components/file-preview'
import { useDownload } from '#web/features/deliveries/components/use-download'
import { hasPicture, sectionsOf } from '#web/features/deliveries/delivery-files'
import { moreFilesQuery } from '#web/features/deliveries/queries'
import { useDeliveryLive } from '#web/features/deliveries/use-delivery-live'
import classes from './deliveries.module.css'

/** What was sent, as its receiver sees it. */
export function ReceiverView({ page, Stage }: { page: DeliveryPage; Stage: ComponentType<StageProps> }) {
  useDeliveryLive(page)
  const more = useInfiniteQuery(moreFilesQuery(page._id, page.files.nextCursor))
  const later = more.data?.pages.flatMap((one) => one.results) ?? []
  const files = [...page.files.results, ...later]
  const hasMore = more.data ? more.hasNextPage : page.files.nextCursor !== null
  const download = useDownload(page)
  const [shownId, setShownId] = useState<string | null>(null)
  const previews = page.allowPreview ? files.filter(hasPicture) : []
  const shown = previews.find((file) => file._id === shownId) ?? null
  const [only] = files
  const isAlone = page.fileCount === 1 && only?.file.state === 'READY' && previews.includes(only)
  const get = page.can.download ? (item: string) => download.download([item]) : null
  return (
    <div className={classes.page}>
      <DeliveryHead page={page} download={download} />
      {!page.isComplete && page.fileCount === 0 && (
        <p className={classes.notice} role="status">
          The files are still on their way. They appear here by themselves.
        </p>
      )}
      {page.isComplete && page.fileCount === 0 && (
        <p className={classes.notice}>There is nothing in it any more.</p>
      )}
      {isAlone && (
        <UnstyledButton
          className={classes.alone}
          aria-label={`Look at ${only.name}`}
          onClick={() => setShownId(only._id)}
        >
          <img src={only.file.previewUrl} alt={only.name} fetchPriority="high" />
        </UnstyledButton>
      )}
      {!isAlone &&
        sectionsOf(files).map((section) => {
          const pictures = section.files.filter((file) => previews.includes(file))
          const others = section.files.filter((file) => !previews.includes(file))
          return (
            <section key={section.key} className={classes.section} aria-label={section.name || 'Files'}>
              {section.name !== '' && (
                <div className={classes.sectionHead}>
                  <h2 className={classes.folder}>{section.name}</h2>
                  {get && section.folder !== null && (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      color="gray"
                      onClick={() => section.folder !== null && get(section.folder)}
                    >
                      Download folder
                    </Button>
                  )}
                </div>
              )}
              <DeliveryPictures files={pictures} onShow={setShownId} onDownload={get} />
              {others.length > 0 && (
                <ul className={classes.lines}>
                  {others.map((file) => (
                    <FileLine key={file._id} file={file} onDownload={get} />
                  ))}
                </ul>
              )}
            </section>
          )
        })}
      {hasMore && (
        <Button
          variant="default"
          className={classes.more}
          loading={more.isFetching}
          onClick={() => void (more.data ? more.fetchNextPage() : more.refetch())}
        >
          Show more of {page.files.total.toLocaleString('en')} files
        </Button>
      )}
      {shown && (
        <FilePreview
          files={previews}
          file={shown}
          onShow={setShownId}
          onDownload={get}
          place={page._id}
          Stage={Stage}
        />
      )}
    </div>
  )
}

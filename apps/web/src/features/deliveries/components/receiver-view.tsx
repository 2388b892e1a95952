import { Button, UnstyledButton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { DeliveryPage } from '@wingmark/contract/received-deliveries'
import { type ComponentType, useEffect, useState } from 'react'
import { ChosenFiles } from '#web/features/deliveries/components/chosen-files'
import { DeliveryHead } from '#web/features/deliveries/components/delivery-head'
import { DeliverySections } from '#web/features/deliveries/components/delivery-sections'
import { FilePreview, type StageProps } from '#web/features/deliveries/components/file-preview'
import { useDownload } from '#web/features/deliveries/components/use-download'
import { hasPicture } from '#web/features/deliveries/delivery-files'
import { moreFilesQuery } from '#web/features/deliveries/queries'
import { useDeliveryLive } from '#web/features/deliveries/use-delivery-live'
import { useFileChoice } from '#web/features/deliveries/use-file-choice'
import { WhenNear, WhileNear } from '#web/ui/near-screen'
import classes from './deliveries.module.css'

/** More pictures load when so many of the known ones remain. */
const loadAhead = 5

/** A delivery as its receiver sees it. */
export function ReceiverView({ page, Stage }: { page: DeliveryPage; Stage: ComponentType<StageProps> }) {
  useDeliveryLive(page)
  const { parts, more } = useParts(page)
  const files = parts.flat()
  const download = useDownload(page)
  const choice = useFileChoice()
  const [shownId, setShownId] = useState<string | null>(null)
  const previews = page.allowPreview ? files.filter(hasPicture) : []
  const shown = previews.find((file) => file._id === shownId) ?? null
  const [only] = files
  const isAlone = page.fileCount === 1 && only?.file.state === 'READY' && previews.includes(only)
  const get = page.can.download ? (item: string) => download.download([item]) : null
  const isNearLast = shown !== null && previews.indexOf(shown) >= previews.length - loadAhead
  useEffect(() => {
    if (isNearLast && more && !more.isFailed) more.load()
  })
  return (
    <div className={classes.page}>
      <DeliveryHead page={page} download={download} isChoosing={choice.chosen.size > 0} />
      {!page.isComplete && page.fileCount === 0 && (
        <p className={classes.notice} role="status">
          The files are still uploading. They appear here automatically.
        </p>
      )}
      {page.isComplete && page.fileCount === 0 && <p className={classes.notice}>The files are gone.</p>}
      {isAlone && (
        <UnstyledButton
          className={classes.alone}
          aria-label={`View ${only.name}`}
          onClick={() => setShownId(only._id)}
        >
          <img src={only.file.previewUrl} alt={only.name} fetchPriority="high" />
        </UnstyledButton>
      )}
      {!isAlone &&
        parts.map((some, n) => (
          <WhileNear key={some[0]?._id ?? n}>
            <div className={classes.part}>
              <DeliverySections
                files={some}
                before={parts[n - 1]?.at(-1) ?? null}
                allowPreview={page.allowPreview}
                choice={get && page.fileCount > 1 ? choice : null}
                onShow={setShownId}
                onDownload={get}
              />
            </div>
          </WhileNear>
        ))}
      {more && !more.isFailed && <WhenNear key={parts.length} onNear={more.load} />}
      {more?.isFailed && (
        <Button variant="default" className={classes.more} loading={more.isLoading} onClick={more.load}>
          Show more of {page.files.total.toLocaleString('en')} files
        </Button>
      )}
      <ChosenFiles page={page} choice={choice} download={download} />
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

/** The files loaded so far; `more` if there are others. */
function useParts({ _id, files }: DeliveryPage) {
  const query = useInfiniteQuery(moreFilesQuery(_id, files.nextCursor))
  const { data, isFetching, isError } = query
  const parts = [files.results, ...(data?.pages.map((one) => one.results) ?? [])]
  const hasMore = data ? query.hasNextPage : files.nextCursor !== null
  const load = () => {
    if (!isFetching) void (data ? query.fetchNextPage() : query.refetch())
  }
  return { parts, more: hasMore ? { load, isLoading: isFetching, isFailed: isError } : null }
}

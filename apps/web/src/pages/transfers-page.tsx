import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconFolders, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ItemDetails } from '#web/features/deliveries/components/item-details'
import { ReceivedList } from '#web/features/deliveries/components/received-list'
import { SentList } from '#web/features/deliveries/components/sent-list'
import { StorageLine } from '#web/features/transfers/components/storage-line'
import { TransferBrowser } from '#web/features/transfers/components/transfer-browser'
import { listServerFolders, useServerActions, useServerListing } from '#web/features/transfers/server-source'
import type { Item } from '#web/features/transfers/transfer-source'
import { useOpenFolder } from '#web/features/transfers/use-open-folder'
import { ApiError } from '#web/lib/api-error'
import { formatCount } from '#web/lib/format'
import { paths } from '#web/lib/paths'
import { useSendingCount } from '#web/lib/sending'
import { requestUpload } from '#web/lib/upload-request'
import { LoadError } from '#web/ui/load-error'
import { Page } from '#web/ui/page'
import { PageMessage } from '#web/ui/page-message'
import { PageTabs, usePageTab } from '#web/ui/page-tabs'
import classes from './transfers-page.module.css'

const searchDelayMs = 250
const parts = [
  { tab: 'files', name: 'Files' },
  { tab: 'sent', name: 'Sent' },
  { tab: 'received', name: 'Received' },
] as const

/** The user's files and folders, sent deliveries and received ones. */
export function TransfersPage() {
  const tab = usePageTab(parts)
  return (
    <Page
      title="Transfers"
      actions={
        <>
          <Button
            component={Link}
            to={paths.deletedTransfers}
            variant="subtle"
            color="gray"
            size="xs"
            fw={500}
            c="dimmed"
          >
            Recently deleted
          </Button>
          <Button
            className={classes.upload}
            size="xs"
            variant="default"
            leftSection={<IconUpload size={15} aria-hidden />}
            onClick={() => requestUpload()}
          >
            Upload file
          </Button>
        </>
      }
    >
      <PageTabs parts={parts} tab={tab} />
      {tab === 'files' && <Files />}
      {tab === 'sent' && <SentList />}
      {tab === 'received' && <ReceivedList />}
    </Page>
  )
}

/** `?id=` is the open folder, `?item=` the item selected in it. */
function Files() {
  const [params] = useSearchParams()
  const opened = useOpenFolder()
  const { folder, word, sort } = opened
  const [typed] = useDebouncedValue(word.trim(), searchDelayMs)
  const searched = word.trim() === '' ? '' : typed
  const { shown, query } = useServerListing(folder, searched, sort)
  const actions = useServerActions()
  const [detailed, setDetailed] = useState<Item | null>(null)
  const isGone = folder !== null && query.error instanceof ApiError && query.error.status === 404 && !shown
  return (
    <>
      <StorageLine isAbove />
      {isGone ? (
        <LoadError what="This folder" onRetry={() => opened.onOpen(null)} />
      ) : (
        <TransferBrowser
          {...opened}
          item={params.get('item')}
          shown={shown}
          error={query.isError ? { retry: () => void query.refetch() } : undefined}
          more={
            query.hasNextPage
              ? {
                  isLoading: query.isFetchingNextPage,
                  isFailed: query.isFetchNextPageError,
                  // Loaded near the end of the list.
                  load: () => void query.fetchNextPage({ cancelRefetch: false }),
                }
              : undefined
          }
          actions={actions}
          listFolders={listServerFolders}
          onDetails={setDetailed}
          empty={<NothingYet isRoot={folder === null} />}
        />
      )}
      <StorageLine isAbove={false} />
      {detailed && <ItemDetails item={detailed} onClose={() => setDetailed(null)} />}
    </>
  )
}

/** Touch cannot drop files. */
const canDrop = matchMedia('(any-pointer: fine)').matches

function NothingYet({ isRoot }: { isRoot: boolean }) {
  const sending = useSendingCount()
  if (sending > 0)
    return (
      <PageMessage
        order={2}
        title={`${formatCount(sending, 'file')} on the way`}
        text="They appear here once all are uploaded."
      />
    )
  return (
    <PageMessage
      order={2}
      picture={<IconFolders />}
      title={isRoot ? 'No files yet' : 'This folder is empty'}
      text={`${canDrop ? 'Drop files or folders here,' : 'Choose files'} of any type, up to 500 MB each.`}
    >
      <Button onClick={() => requestUpload()}>Transfer Files</Button>
    </PageMessage>
  )
}

import { Button, Tabs } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ItemDetails } from '#web/features/deliveries/components/item-details'
import { ReceivedList } from '#web/features/deliveries/components/received-list'
import { SentList } from '#web/features/deliveries/components/sent-list'
import { StorageLine } from '#web/features/transfers/components/storage-line'
import { TransferBrowser } from '#web/features/transfers/components/transfer-browser'
import { listServerFolders, useServerActions, useServerListing } from '#web/features/transfers/server-source'
import type { Item, Order } from '#web/features/transfers/transfer-source'
import { ApiError } from '#web/lib/api-error'
import { paths } from '#web/lib/paths'
import { requestUpload } from '#web/lib/upload-request'
import { LoadError } from '#web/ui/load-error'
import { Page } from '#web/ui/page'
import { PageMessage } from '#web/ui/page-message'

const searchDelayMs = 250
const tabs = { files: 'Files', sent: 'Sent', received: 'Received' }

/** One's own files and folders, what one has sent, and what one was sent. */
export function TransfersPage() {
  const [params, setParams] = useSearchParams()
  const given = params.get('tab')
  const tab = given === 'sent' || given === 'received' ? given : 'files'
  return (
    <Page
      title="Transfers"
      actions={
        <Button component={Link} to={paths.deletedTransfers} variant="subtle" color="gray" size="xs">
          Recently deleted
        </Button>
      }
    >
      <Tabs value={tab} onChange={(next) => setParams(next === 'files' || !next ? {} : { tab: next })}>
        <Tabs.List>
          {Object.entries(tabs).map(([value, name]) => (
            <Tabs.Tab key={value} value={value}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      {tab === 'files' && <Files />}
      {tab === 'sent' && <SentList />}
      {tab === 'received' && <ReceivedList />}
    </Page>
  )
}

/** `?id=` is the folder that is open, `?item=` what is chosen in it. */
function Files() {
  const [params, setParams] = useSearchParams()
  const folder = params.get('id') || null
  const [word, setWord] = useState('')
  const [sort, setSort] = useState<Order>('-createdAt')
  const [typed] = useDebouncedValue(word.trim(), searchDelayMs)
  const searched = word.trim() === '' ? '' : typed
  const { shown, query } = useServerListing(folder, searched, sort)
  const actions = useServerActions()
  const [detailed, setDetailed] = useState<Item | null>(null)
  const open = (id: string | null) => {
    setWord('')
    setParams(id === null ? {} : { id })
  }
  const isGone = folder !== null && query.error instanceof ApiError && query.error.status === 404 && !shown
  return (
    <>
      <StorageLine />
      {isGone ? (
        <LoadError what="This folder" onRetry={() => open(null)} />
      ) : (
        <TransferBrowser
          folder={folder}
          item={params.get('item')}
          shown={shown}
          error={query.isError ? { retry: () => void query.refetch() } : undefined}
          more={
            query.hasNextPage
              ? { isLoading: query.isFetchingNextPage, load: () => void query.fetchNextPage() }
              : undefined
          }
          actions={actions}
          listFolders={listServerFolders}
          word={word}
          sort={sort}
          onWord={setWord}
          onSort={setSort}
          onOpen={open}
          onDetails={setDetailed}
          empty={
            <PageMessage
              order={2}
              title={folder === null ? 'No files yet' : 'This folder is empty'}
              text="Drop files or folders here, of any type, up to 500 MB each."
            >
              <Button onClick={() => requestUpload()}>Transfer Files</Button>
            </PageMessage>
          }
        />
      )}
      {detailed && <ItemDetails item={detailed} onClose={() => setDetailed(null)} />}
    </>
  )
}

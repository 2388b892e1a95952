import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { StorageLine } from '#web/features/transfers/components/storage-line'
import { TransferBrowser } from '#web/features/transfers/components/transfer-browser'
import { listServerFolders, useServerActions, useServerListing } from '#web/features/transfers/server-source'
import type { Order } from '#web/features/transfers/transfer-source'
import { ApiError } from '#web/lib/api-error'
import { formatCount } from '#web/lib/format'
import { paths } from '#web/lib/paths'
import { requestUpload } from '#web/lib/upload-request'
import { LoadError } from '#web/ui/load-error'
import { Page } from '#web/ui/page'
import { PageMessage } from '#web/ui/page-message'

const searchDelayMs = 250

/** One's own files and folders; `?id=` is the folder that is open. */
export function TransfersPage() {
  const [params, setParams] = useSearchParams()
  const folder = params.get('id') || null
  const [word, setWord] = useState('')
  const [sort, setSort] = useState<Order>('-createdAt')
  const [typed] = useDebouncedValue(word.trim(), searchDelayMs)
  const searched = word.trim() === '' ? '' : typed
  const { shown, query } = useServerListing(folder, searched, sort)
  const actions = useServerActions()
  const open = (id: string | null) => {
    setWord('')
    setParams(id === null ? {} : { id })
  }
  const isGone = folder !== null && query.error instanceof ApiError && query.error.status === 404 && !shown
  return (
    <Page
      title="Transfers"
      note={shown ? formatCount(shown.total, 'item') : '\u00a0'}
      actions={
        <Button component={Link} to={paths.deletedTransfers} variant="subtle" color="gray" size="xs">
          Recently deleted
        </Button>
      }
    >
      <StorageLine />
      {isGone ? (
        <LoadError what="This folder" onRetry={() => open(null)} />
      ) : (
        <TransferBrowser
          folder={folder}
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
    </Page>
  )
}

import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { TransferBrowser } from '#web/features/transfers/components/transfer-browser'
import { listSampleFolders, useSample } from '#web/features/transfers/sample-source'
import type { Order } from '#web/features/transfers/transfer-source'
import { Page } from '#web/ui/page'
import { PageMessage } from '#web/ui/page-message'

/** The screen of transfers to try, on a tree that is only here. */
export function SampleTransfersPage() {
  const [params, setParams] = useSearchParams()
  const folder = params.get('id') || null
  const [word, setWord] = useState('')
  const [sort, setSort] = useState<Order>('-createdAt')
  const { shown, actions } = useSample(folder, word.trim(), sort)
  return (
    <main>
      <Page title="Transfers" note="Sample. Nothing is uploaded.">
        <TransferBrowser
          folder={folder}
          shown={shown}
          actions={actions}
          listFolders={listSampleFolders}
          word={word}
          sort={sort}
          onWord={setWord}
          onSort={setSort}
          onOpen={(id) => {
            setWord('')
            setParams(id === null ? {} : { id })
          }}
          empty={<PageMessage order={2} title="This folder is empty" text="Make a folder, or undo." />}
        />
      </Page>
    </main>
  )
}

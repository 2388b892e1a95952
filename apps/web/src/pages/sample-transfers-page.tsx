import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { TransferBrowser } from '#web/features/transfers/components/transfer-browser'
import { listSampleFolders, useSample } from '#web/features/transfers/sample-source'
import { useOpenFolder } from '#web/features/transfers/use-open-folder'
import { paths } from '#web/lib/paths'
import { Page } from '#web/ui/page'
import { PageMessage } from '#web/ui/page-message'

/** A trial of the transfers screen with a local tree. */
export function SampleTransfersPage() {
  const opened = useOpenFolder()
  const { shown, actions } = useSample(opened.folder, opened.word.trim(), opened.sort)
  return (
    <main>
      <Page
        title="Transfers"
        note="Sample. Nothing is uploaded."
        actions={
          <Button component={Link} to={paths.landing} variant="default">
            About Wingmark
          </Button>
        }
      >
        <TransferBrowser
          {...opened}
          shown={shown}
          actions={actions}
          listFolders={listSampleFolders}
          empty={<PageMessage order={2} title="This folder is empty" text="Create a folder, or undo." />}
        />
      </Page>
    </main>
  )
}

import { Button } from '@mantine/core'
import { IconLayoutKanban, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NewWorkspace } from '#web/features/workspaces/components/new-workspace'
import { WorkspaceCards, WorkspaceCardsLoading } from '#web/features/workspaces/components/workspace-cards'
import { useLooksElsewhere, workspacesQuery } from '#web/features/workspaces/queries'
import { LoadError } from '#web/ui/load-error'
import { Page } from '#web/ui/page'
import { PageMessage } from '#web/ui/page-message'
import { PagesNav } from '#web/ui/pages-nav'
import { usePageNumber } from '#web/ui/use-page-number'

export function WorkspacesPage() {
  const [page, setPage] = usePageNumber()
  const [isMaking, setMaking] = useState(false)
  useLooksElsewhere()
  const { data, error, refetch } = useQuery(workspacesQuery(page))
  const isEmpty = data?.total === 0
  return (
    <Page
      title="Workspaces"
      actions={
        !isEmpty &&
        !isMaking && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setMaking(true)}>
            New workspace
          </Button>
        )
      }
    >
      {isMaking && !isEmpty && <NewWorkspace onCancel={() => setMaking(false)} />}
      {!data && error && <LoadError what="Your workspaces" onRetry={() => void refetch()} />}
      {!data && !error && <WorkspaceCardsLoading />}
      {isEmpty && (
        <PageMessage
          order={2}
          picture={<IconLayoutKanban />}
          title="A place for the work behind the reviews"
          text="Tasks on a board, their activity, and notes that only you can see."
        >
          <NewWorkspace />
        </PageMessage>
      )}
      {data && !isEmpty && (
        <>
          <WorkspaceCards workspaces={data.results} />
          <PagesNav page={page} totalPages={data.totalPages} onChange={setPage} />
        </>
      )}
    </Page>
  )
}

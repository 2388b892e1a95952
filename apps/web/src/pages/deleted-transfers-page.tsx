import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { DeletedTransfers } from '#web/features/transfers/components/deleted-transfers'
import { paths } from '#web/lib/paths'
import { Page } from '#web/ui/page'

export function DeletedTransfersPage() {
  return (
    <Page
      title="Recently deleted"
      note="Kept for 24 hours, without using your storage"
      actions={
        <Button component={Link} to={paths.transfers} variant="default" size="xs">
          Back to transfers
        </Button>
      }
    >
      <DeletedTransfers />
    </Page>
  )
}

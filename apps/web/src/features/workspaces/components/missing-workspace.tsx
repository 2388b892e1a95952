import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { KeptWorkspaceWords } from '#web/features/workspaces/components/kept-workspace-words'
import { paths } from '#web/lib/paths'
import { whyMissing } from '#web/lib/why-missing'
import { LostPin } from '#web/ui/lost-pin'
import { PageMessage } from '#web/ui/page-message'

/** Why a workspace does not open, and its unsent text. */
export function MissingWorkspace({ id, wasOpen }: { id: string; wasOpen: boolean }) {
  const why = whyMissing({ what: 'workspace', id, wasHere: wasOpen }) ?? {
    title: 'Workspace not found',
    text: 'It may have been deleted, or you’re not a member.',
  }
  return (
    <PageMessage
      isPage
      {...why}
      picture={<LostPin />}
      before={id !== '' && <KeptWorkspaceWords workspaceId={id} />}
    >
      <Button component={Link} to={paths.workspaces} variant="default">
        Go to your workspaces
      </Button>
    </PageMessage>
  )
}

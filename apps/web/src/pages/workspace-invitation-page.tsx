import { useSearchParams } from 'react-router'
import { InvitationOver } from '#web/features/invitations/components/invitation-over'
import { WorkspaceInvitation } from '#web/features/invitations/components/workspace-invitation'

/** By the email's token, or by the workspace of a notification. */
export function WorkspaceInvitationPage() {
  const [params] = useSearchParams()
  const [token, workspace] = [params.get('token'), params.get('workspaceId')]
  if (token) return <WorkspaceInvitation key={token} asked={{ token }} />
  return workspace ? <WorkspaceInvitation key={workspace} asked={{ workspace }} /> : <InvitationOver />
}

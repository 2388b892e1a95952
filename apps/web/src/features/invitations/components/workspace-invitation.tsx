import { useQuery } from '@tanstack/react-query'
import { isolated } from '@wingmark/contract/names'
import {
  type Asked,
  useRespondWorkspaceInvitation,
  workspaceInvitationQuery,
} from '#web/features/invitations/queries'
import { formatCount } from '#web/lib/format'
import { paths } from '#web/lib/paths'
import { workspaceRoleAbilities } from '#web/lib/roles'
import classes from './invitation.module.css'
import { InvitationAnswer } from './invitation-answer.tsx'
import { InvitationView } from './invitation-view.tsx'

export function WorkspaceInvitation({ asked }: { asked: Asked<'workspace'> }) {
  const query = useQuery(workspaceInvitationQuery(asked))
  const respond = useRespondWorkspaceInvitation(asked)
  return (
    <InvitationView
      query={query}
      noun="workspace"
      pathOf={paths.workspace}
      sentence={({ invitedBy }) => `${isolated(invitedBy.name)} would like to work on this with you.`}
      renderCard={({ workspace, role }) => (
        <>
          <h2 className={classes.name}>{workspace.name}</h2>
          <p className={classes.facts}>{formatCount(workspace.memberCount, 'member')}</p>
          <p className={classes.facts}>You’ll be able to {workspaceRoleAbilities[role]}.</p>
        </>
      )}
      renderAnswer={(onDeclined) => (
        <InvitationAnswer respond={respond} pathOf={paths.workspace} onDeclined={onDeclined} />
      )}
    />
  )
}

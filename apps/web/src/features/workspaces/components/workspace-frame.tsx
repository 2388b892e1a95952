import { Skeleton, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Workspace, WorkspacePage } from '@wingmark/contract/workspaces'
import type { ReactNode } from 'react'
import { NavLink, useNavigate, useSearchParams } from 'react-router'
import { EndedWorkspaceWords } from '#web/features/workspaces/components/ended-workspace-words'
import { KeptNotice } from '#web/features/workspaces/components/kept-notice'
import { MissingWorkspace } from '#web/features/workspaces/components/missing-workspace'
import { WhoIsHere } from '#web/features/workspaces/components/who-is-here'
import { WorkspaceMenu } from '#web/features/workspaces/components/workspace-menu'
import { useWorkspaceLive } from '#web/features/workspaces/live/use-workspace-live'
import { workspaceQuery } from '#web/features/workspaces/queries'
import { ApiError } from '#web/lib/api-error'
import { useCommands } from '#web/lib/palette'
import { paths } from '#web/lib/paths'
import { requestPeople } from '#web/lib/share-request'
import { FaceRow } from '#web/ui/face-row'
import { LoadError } from '#web/ui/load-error'
import { Page } from '#web/ui/page'
import { useLookAgain } from '#web/ui/use-look-again'
import classes from './workspace-frame.module.css'

type Props = {
  /** The screen's name in the window's title. */
  part: string
  /** Of the content: the frame is as wide on every tab, so that nothing jumps. */
  width?: 'list' | 'wide'
  /** Renders more than the message if the caller has no access. */
  renderMissing?: (workspaceId: string, missing: ReactNode) => ReactNode
  children: (workspace: WorkspacePage) => ReactNode
}

/** The frame of all workspace screens: name, navigation, and errors. */
export function WorkspaceFrame({ part, width = 'list', renderMissing, children }: Props) {
  const id = useSearchParams()[0].get('workspaceId') ?? ''
  const { data, error, refetch } = useQuery(workspaceQuery(id))
  const navigate = useNavigate()
  const screens = [
    { name: 'Details', path: paths.workspace(id) },
    { name: 'Tasks', path: paths.workspaceTasks(id) },
    { name: 'Activities', path: paths.workspaceActivities(id) },
    { name: 'Notes', path: paths.workspaceNotes(id) },
  ]
  useCommands(
    data?.name ?? 'Workspace',
    screens.map(({ name, path }) => ({ name: `Open ${name}`, run: () => void navigate(path) })),
  )
  // What was on screen stays beside the error.
  const missing = <MissingWorkspace id={id} wasOpen={data !== undefined} />
  const isMissing = id === '' || (error instanceof ApiError && [404, 422].includes(error.status))
  useLookAgain(() => void refetch(), isMissing && data !== undefined)
  if (isMissing) return renderMissing && id !== '' ? renderMissing(id, missing) : missing
  return (
    <Page
      title={data?.name ?? part}
      name={data ? `${part} · ${data.name}` : part}
      width="wide"
      actions={
        data && (
          <>
            <People key={data._id} workspace={data} />
            <WorkspaceMenu workspace={data} />
          </>
        )
      }
    >
      <nav aria-label="Workspace" className={classes.nav}>
        {screens.map(({ name, path }) => (
          <NavLink key={name} to={path} end className={classes.link}>
            {name}
          </NavLink>
        ))}
      </nav>
      {data && <KeptNotice workspaceId={id} />}
      {data && <EndedWorkspaceWords workspaceId={id} />}
      {data && (
        <div className={classes.content} data-width={width}>
          {children(data)}
        </div>
      )}
      {!data && error && <LoadError what="This workspace" onRetry={() => void refetch()} />}
      {!data && !error && (
        <div role="status" aria-label="Loading" className={classes.loading}>
          <Skeleton height={20} width="40%" radius="sm" />
          <Skeleton height={64} radius="lg" />
          <Skeleton height={64} radius="lg" />
          <Skeleton height={64} radius="lg" />
        </div>
      )}
    </Page>
  )
}

/** The members, and who of them is looking at it. */
function People({ workspace }: { workspace: Workspace }) {
  const presence = useWorkspaceLive(workspace)
  const here = presence.viewers > 1 ? new Set(presence.people.map(({ _id }) => _id)) : undefined
  return (
    <>
      <WhoIsHere presence={presence} />
      <PeopleButton workspace={workspace} here={here} />
    </>
  )
}

type PeopleProps = { workspace: Workspace; here: ReadonlySet<string> | undefined }

function PeopleButton({ workspace, here }: PeopleProps) {
  const name = workspace.can.invite ? 'People and invitations' : 'People'
  return (
    <UnstyledButton
      className={classes.people}
      title={name}
      onClick={() => requestPeople({ _id: workspace._id, name: workspace.name })}
    >
      <FaceRow members={workspace.members} memberCount={workspace.memberCount} here={here} />
      {workspace.can.invite && <IconUserPlus size={18} aria-hidden />}
      <VisuallyHidden>{name}</VisuallyHidden>
    </UnstyledButton>
  )
}

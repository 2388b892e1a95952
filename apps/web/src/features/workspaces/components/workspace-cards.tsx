import { Skeleton } from '@mantine/core'
import { isolated } from '@wingmark/contract/names'
import type { ListedWorkspace, Workspace } from '@wingmark/contract/workspaces'
import { Link } from 'react-router'
import { TimeAgo } from '#web/features/comments/cards/time-ago'
import { formatCount } from '#web/lib/format'
import { paths } from '#web/lib/paths'
import { roleNames } from '#web/lib/roles'
import { FaceRow } from '#web/ui/face-row'
import { newsWords } from '#web/ui/news-mark'
import classes from './workspace-cards.module.css'

export function WorkspaceCards({ workspaces }: { workspaces: readonly ListedWorkspace[] }) {
  return (
    <ul className={classes.grid}>
      {workspaces.map((workspace) => (
        <li key={workspace._id} className={classes.card}>
          <div className={classes.head}>
            <h2 className={classes.name}>
              <Link to={paths.workspaceTasks(workspace._id)} className={classes.link}>
                {workspace.name}
              </Link>
            </h2>
            {workspace.news > 0 && (
              <Link to={paths.workspaceActivities(workspace._id)} className={classes.news}>
                {newsWords(workspace.news)}
              </Link>
            )}
          </div>
          <p className={classes.quiet}>
            {workspace.role === 'OWNER'
              ? 'Owner'
              : `${roleNames[workspace.role]} · owned by ${isolated(workspace.owner.name)}`}
            {' · updated '}
            <TimeAgo iso={workspace.updatedAt} />
          </p>
          <Progress counts={workspace.counts} />
          <div className={classes.foot}>
            <FaceRow members={workspace.members} memberCount={workspace.memberCount} />
            <span className={classes.quiet}>{openWords(workspace)}</span>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** How many of its tasks are done; the number of open ones is below. */
function Progress({ counts }: Pick<Workspace, 'counts'>) {
  const open = openCountOf({ counts })
  const done = counts.DONE ?? 0
  if (open + done === 0) return null
  return (
    <span
      className={classes.progress}
      role="img"
      aria-label={`${done.toLocaleString('en')} of ${formatCount(open + done, 'task')} done`}
    >
      <span style={{ width: `${(done / (open + done)) * 100}%` }} />
    </span>
  )
}

export const openCountOf = ({ counts }: Pick<Workspace, 'counts'>) =>
  (counts.TODO ?? 0) + (counts.IN_PROGRESS ?? 0) + (counts.IN_REVIEW ?? 0)

function openWords(workspace: Workspace): string {
  const open = openCountOf(workspace)
  return open === 0 ? 'No open tasks' : formatCount(open, 'open task')
}

export function WorkspaceCardsLoading() {
  return (
    <ul className={classes.grid} aria-hidden>
      {[0, 1, 2].map((n) => (
        <li key={n} className={classes.card}>
          <Skeleton height={22} width="60%" />
          <Skeleton height={16} width="40%" />
          <Skeleton height={26} />
        </li>
      ))}
    </ul>
  )
}

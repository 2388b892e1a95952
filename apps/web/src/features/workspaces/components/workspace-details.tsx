import { Button, Switch, Textarea, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { workspaceDescriptionMax } from '@wingmark/contract/limits'
import type { Workspace, WorkspacePage } from '@wingmark/contract/workspaces'
import { useState } from 'react'
import { Link } from 'react-router'
import { Timeline } from '#web/features/workspaces/activities/timeline'
import { LinkedReviews } from '#web/features/workspaces/components/linked-reviews'
import { WorkspaceName } from '#web/features/workspaces/components/workspace-name'
import { useDescribeWorkspace, useHideStatus } from '#web/features/workspaces/queries'
import { tasksQuery } from '#web/features/workspaces/task/task-queries'
import { TaskRows } from '#web/features/workspaces/task/task-rows'
import { isOpen, statuses, statusNames } from '#web/features/workspaces/task-lists'
import { paths, taskPath } from '#web/lib/paths'
import { roleNames } from '#web/lib/roles'
import { requestPeople } from '#web/lib/share-request'
import { useUndo } from '#web/lib/undo'
import { Face } from '#web/ui/face'
import { focusHeading } from '#web/ui/focus-heading'
import { PageSection } from '#web/ui/page'
import { Panel } from '#web/ui/panel'
import { Stat, StatRow } from '#web/ui/stat'
import classes from './workspace-details.module.css'

const dueShown = 5

export function WorkspaceDetails({ workspace }: { workspace: WorkspacePage }) {
  useUndo(() => void focusHeading())
  const { data } = useQuery(tasksQuery(workspace._id, { sort: 'dueOn', due: 'WEEK' }))
  const due = data?.tasks.filter((task) => task.dueOn && isOpen(task.status)).slice(0, dueShown) ?? []
  return (
    <>
      <StatRow>
        {statuses
          .filter((status) => status !== 'CANCELLED')
          .map((status) => (
            <Stat
              key={status}
              label={statusNames[status]}
              value={(workspace.counts[status] ?? 0).toLocaleString('en')}
            />
          ))}
      </StatRow>
      <div className={classes.columns}>
        <div className={classes.column}>
          <About workspace={workspace} />
          {due.length > 0 && (
            <TaskRows
              title="Due within a week"
              tasks={due}
              to={(task) => taskPath(workspace._id, task._id)}
            />
          )}
          <LinkedReviews workspace={workspace} />
          <PageSection
            title="People"
            end={
              <Button
                size="xs"
                variant="default"
                onClick={() => requestPeople({ _id: workspace._id, name: workspace.name })}
              >
                {workspace.can.invite ? 'Invite and manage' : 'Show all'}
              </Button>
            }
          >
            <Panel isPadded>
              <ul className={classes.people}>
                {workspace.members.map((member) => (
                  <li key={member._id} className={classes.person}>
                    <Face connectionId={member._id} name={member.name} src={member.avatar} size={30} />
                    <span className={classes.personName}>{member.name}</span>
                    <span className={classes.role}>{roleNames[member.role]}</span>
                  </li>
                ))}
              </ul>
            </Panel>
          </PageSection>
        </div>
        <PageSection
          title="Activities"
          end={<Link to={paths.workspaceActivities(workspace._id)}>View all</Link>}
        >
          <Panel isPadded>
            <Timeline workspace={workspace} of={{ workspace: workspace._id }} />
          </Panel>
        </PageSection>
      </div>
    </>
  )
}

/** Read until its editor asks for the fields. */
function About({ workspace }: { workspace: Workspace }) {
  const [isEditing, setEditing] = useState(false)
  return (
    <PageSection
      title="About"
      end={
        workspace.can.edit && (
          <Button size="xs" variant="default" onClick={() => setEditing(!isEditing)}>
            {isEditing ? 'Done' : 'Edit details'}
          </Button>
        )
      }
    >
      <Panel isPadded>
        <div className={classes.about}>
          {isEditing ? (
            <>
              <WorkspaceName workspace={workspace} />
              <Description workspace={workspace} />
              <StatusSwitch workspace={workspace} />
            </>
          ) : (
            <p className={classes.text}>{workspace.description || 'No description.'}</p>
          )}
        </div>
      </Panel>
    </PageSection>
  )
}

function StatusSwitch({ workspace }: { workspace: Workspace }) {
  const hide = useHideStatus(workspace)
  return (
    <Switch
      label="Show task status in reviews"
      description="People outside this workspace see Planned, In progress or Done beside a comment, and nothing else."
      checked={!(hide.variables && hide.isPending ? hide.variables.hidesStatus : workspace.hidesStatus)}
      onChange={(event) => hide.mutate({ hidesStatus: !event.currentTarget.checked })}
    />
  )
}

function Description({ workspace }: { workspace: Workspace }) {
  const [draft, setDraft] = useState<string | null>(null)
  const text = draft ?? workspace.description
  const describe = useDescribeWorkspace(workspace)
  const save = () => {
    if (draft === null || draft.trim() === workspace.description) return setDraft(null)
    const settle = () => setDraft((now) => (now === draft ? null : now))
    return describe.mutate({ description: draft.trim() }, { onSuccess: settle })
  }
  return (
    <>
      <Textarea
        label="Description"
        placeholder="What is this workspace for?"
        autosize
        minRows={2}
        maxRows={12}
        maxLength={workspaceDescriptionMax}
        value={text}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={save}
      />
      <VisuallyHidden role="status">{describe.isSuccess ? 'Description saved' : ''}</VisuallyHidden>
    </>
  )
}

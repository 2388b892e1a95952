import type { StoredWorkspaceEventName } from '@wingmark/contract/live'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { readAccess } from '#server/modules/access/service'
import type { WorkspaceStanding } from '#server/modules/access/workspaces/policy'
import { recheckWorkspace } from '#server/modules/access/workspaces/service'
import type { StoredEvent } from '#server/modules/events/service'
import { bytesOf, type LoadedEvent, nothingLeft } from '#server/modules/live/stream/present'
import type { StreamKind } from '#server/modules/live/stream/service'
import { presentLabel, readLabels } from '#server/modules/workspaces/labels/service'
import { presentWorkspaceFor, readWorkspace } from '#server/modules/workspaces/service'
import { presentTask, readTasks } from '#server/modules/workspaces/tasks/service'
import { presentItem, readItems } from '#server/modules/workspaces/timeline/service'

type Caller = { actor: UserActor }
type Loaded = LoadedEvent<{ actor: UserActor; access: WorkspaceStanding }>

type Source = 'task' | 'label' | 'item' | 'workspace' | 'gone'

/** How to load each event's target when sending; for deleted ones only ids are left. */
const sources: Record<StoredWorkspaceEventName, Source> = {
  'task.created': 'task',
  'task.updated': 'task',
  'task.moved': 'task',
  'task.restored': 'task',
  'task.deleted': 'gone',
  'label.changed': 'label',
  'timeline.created': 'item',
  'timeline.updated': 'item',
  'timeline.deleted': 'gone',
  'workspace.updated': 'workspace',
  'member.changed': 'workspace',
}
const sourceOf: Partial<Record<string, Source>> = sources

/** Viewers with fewer rights must reconnect, so that nothing continues under the old ones. */
export const workspaceStreams: StreamKind<Caller, WorkspaceStanding> = {
  kind: 'WORKSPACE',
  recheckedAfter: 'member.changed',
  recheck: (deps, callers, id) =>
    recheckWorkspace(
      deps,
      callers.map(({ actor }) => actor),
      id,
    ),
  rightsOf: ({ role }) => role,
  grantOf: ({ session }) => session,
  load,
}

/** Loads the events' targets for all viewers at once: at most four queries. */
async function load(deps: Deps, workspaceId: string, events: readonly StoredEvent[]): Promise<Loaded[]> {
  const about = (source: Source) => [
    ...new Set(events.flatMap((one) => (sourceOf[one.event] === source ? one.targetId : []))),
  ]
  const [tasks, items, labels, workspace] = await Promise.all([
    readTasks(deps, about('task')),
    readItems(deps, about('item')),
    readLabels(deps, about('label')),
    about('workspace').length > 0 ? readWorkspace(deps, workspaceId) : null,
  ])
  const accessOf = await readAccess(
    deps,
    tasks.flatMap(({ comment }) => comment?.reviewId ?? []),
  )
  return events.map(({ seq, event, targetId, parentId }): Loaded => {
    const none = nothingLeft(seq)
    switch (sourceOf[event]) {
      case 'task': {
        const task = tasks.find((one) => one.id === targetId)
        if (!task) return none
        const { comment, subtasks } = task
        const writers = [task.assigneeId, ...subtasks.map(({ assignee }) => assignee?._id)].filter(isSomebody)
        const present: Loaded['present'] = ({ access: { role }, actor }) => {
          const review = comment && accessOf(actor, comment.reviewId)
          return JSON.stringify(presentTask(deps, actor, { ...task, role }, review))
        }
        const hasAddresses = comment !== null
        return { ...none, event, writers, hasAddresses, bytes: bytesOf(task), present }
      }
      case 'item': {
        const item = items.find((one) => one.id === targetId)
        if (!item) return none
        const writers = item.actorId === null ? [] : [item.actorId]
        const present: Loaded['present'] = ({ access, actor }) =>
          JSON.stringify(presentItem(item, access, actor.id))
        return { ...none, event, writers, bytes: bytesOf(item), present }
      }
      case 'label': {
        const shown = labels.find((one) => one.id === targetId && !one.deletedAt)
        const present: Loaded['present'] = ({ access }) =>
          JSON.stringify({ _id: targetId, label: shown ? presentLabel(shown, access) : null })
        return { ...none, event, present }
      }
      case 'workspace': {
        if (!workspace) return none
        const present: Loaded['present'] = ({ access }) =>
          JSON.stringify(presentWorkspaceFor(workspace, access))
        return { ...none, event, bytes: bytesOf(workspace), present }
      }
      case 'gone': {
        const data = event === 'timeline.deleted' ? { _id: targetId, task: parentId } : { _id: targetId }
        return { ...none, event, present: () => JSON.stringify(data) }
      }
      // A newer or older version wrote it.
      default:
        return none
    }
  })
}

const isSomebody = (id: string | null | undefined): id is string => typeof id === 'string'

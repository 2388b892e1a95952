import type { Module } from '#server/module'
import { workspaceTasks } from '#server/modules/workspaces/jobs'
import { exportNotes, exportTasks } from '#server/modules/workspaces/notes/service'
import { mountWorkspaces } from '#server/modules/workspaces/routes'

export const workspacesModule: Module = {
  mount: mountWorkspaces,
  tasks: workspaceTasks,
  cron: ['37 * * * * workspaces:sweep'],
  exported: { tasks: exportTasks, 'private-notes': exportNotes },
}

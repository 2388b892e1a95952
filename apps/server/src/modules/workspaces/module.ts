import type { Module } from '#server/module'
import { earlierWorkspaces } from '#server/modules/workspaces/earlier/store'
import { workspaceTasks } from '#server/modules/workspaces/jobs'
import { followComment, tellOfComment } from '#server/modules/workspaces/links/service'
import { exportNotes, exportTasks, readNotes } from '#server/modules/workspaces/notes/service'
import { workspaceLetters } from '#server/modules/workspaces/people/service'
import { mountWorkspaces } from '#server/modules/workspaces/routes'
import { searchTasks } from '#server/modules/workspaces/search/store'
import { exportWorkspaces, readLook } from '#server/modules/workspaces/service'
import { exportMessages, leaveNameless } from '#server/modules/workspaces/timeline/service'

export const workspacesModule: Module = {
  mount: mountWorkspaces,
  search: { tasks: searchTasks },
  tasks: workspaceTasks,
  live: { 'note.changed': readNotes, 'workspace.looked': readLook },
  cron: ['37 * * * * workspaces:sweep', '23 3 * * * workspaces:check-links'],
  commentStatus: followComment,
  commentChanged: tellOfComment,
  exported: {
    workspaces: exportWorkspaces,
    tasks: exportTasks,
    'workspace-messages': exportMessages,
    'private-notes': exportNotes,
  },
  earlier: earlierWorkspaces,
  letters: workspaceLetters,
  leaving: leaveNameless,
}

import type { Module } from '#server/module'
import { sharedPart } from '#server/modules/members/leaving/service'
import { earlierWorkspaces } from '#server/modules/workspaces/earlier/store'
import { workspaceTasks } from '#server/modules/workspaces/jobs'
import { leaveWorkspaces } from '#server/modules/workspaces/leaving/service'
import { followComment, tellOfComment } from '#server/modules/workspaces/links/service'
import { exportNotes, exportTasks, readNotes } from '#server/modules/workspaces/notes/service'
import { circleOf } from '#server/modules/workspaces/people/circle'
import { workspaceLetters } from '#server/modules/workspaces/people/service'
import { mountWorkspaces } from '#server/modules/workspaces/routes'
import { searchTasks } from '#server/modules/workspaces/search/store'
import { exportWorkspaces, readLook } from '#server/modules/workspaces/service'
import { exportMessages } from '#server/modules/workspaces/timeline/service'

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
  leaving: leaveWorkspaces,
  shared: sharedPart('WORKSPACE', circleOf),
}

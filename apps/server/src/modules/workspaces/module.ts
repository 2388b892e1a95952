import type { Module } from '#server/module'
import { sharedPart } from '#server/modules/members/account-deletion/service'
import { leaveWorkspaces } from '#server/modules/workspaces/account-deletion/service'
import { workspaceTasks } from '#server/modules/workspaces/jobs'
import { followComment, notifyOfComment, notifyOfMove } from '#server/modules/workspaces/links/service'
import { exportNotes, exportTasks, readNotes } from '#server/modules/workspaces/notes/service'
import { membershipOf } from '#server/modules/workspaces/people/membership'
import { workspaceEmails } from '#server/modules/workspaces/people/service'
import { mountWorkspaces } from '#server/modules/workspaces/routes'
import { searchTasks } from '#server/modules/workspaces/search/store'
import { exportWorkspaces, readLook } from '#server/modules/workspaces/service'
import { exportMessages } from '#server/modules/workspaces/timeline/service'
import { unverifiedWorkspaces } from '#server/modules/workspaces/unverified-work/store'

export const workspacesModule: Module = {
  mount: mountWorkspaces,
  search: { tasks: searchTasks },
  jobs: workspaceTasks,
  userEvents: { 'note.changed': readNotes, 'workspace.looked': readLook },
  cron: ['37 * * * * workspaces:sweep', '23 3 * * * workspaces:check-links'],
  exported: {
    workspaces: exportWorkspaces,
    tasks: exportTasks,
    'workspace-messages': exportMessages,
    'private-notes': exportNotes,
  },
  unverifiedWork: [unverifiedWorkspaces],
  emails: workspaceEmails,
  sharedWork: sharedPart('WORKSPACE', membershipOf),
  on: {
    'account.leaving': leaveWorkspaces,
    'comment.status': followComment,
    'comment.changed': notifyOfComment,
    'file.moved': notifyOfMove,
  },
}

import type { MemberRole } from '@wingmark/contract/reviews'
import { expect, test } from 'vitest'
import {
  canEditTasks,
  canEditWorkspace,
  canLeaveWorkspace,
  canMoveTask,
  canOwnWorkspace,
  canWriteIn,
} from '#server/modules/access/workspaces/policy'

const abilities = (role: MemberRole) => {
  const access = { workspaceId: 'w', role }
  return {
    editWorkspace: canEditWorkspace(access),
    editTasks: canEditTasks(access),
    moveOwn: canMoveTask(access, { assigneeId: 'me' }, 'me'),
    moveOthers: canMoveTask(access, { assigneeId: 'somebody else' }, 'me'),
    write: canWriteIn(access),
    own: canOwnWorkspace(access),
    leave: canLeaveWorkspace(access),
  }
}
const none = {
  editWorkspace: false,
  editTasks: false,
  moveOwn: false,
  moveOthers: false,
  write: false,
  own: false,
  leave: true,
}
const all = { editWorkspace: true, editTasks: true, moveOwn: true, moveOthers: true, write: true, own: true }

test('an owner may do everything but leave', () =>
  expect(abilities('OWNER')).toEqual({ ...all, leave: false }))
test('an editor may not delete, transfer or change roles', () =>
  expect(abilities('EDITOR')).toEqual({ ...all, own: false, leave: true }))
test('a commenter writes, and moves what is assigned to them', () =>
  expect(abilities('COMMENTER')).toEqual({ ...none, write: true, moveOwn: true }))
test('a viewer only reads', () => expect(abilities('VIEWER')).toEqual(none))

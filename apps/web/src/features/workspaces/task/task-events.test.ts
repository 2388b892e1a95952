import type { Task } from '@wingmark/contract/tasks'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type TaskItem, withWaiting } from '#web/features/workspaces/task/changes/task-changes'
import { columnsOf, statuses } from '#web/features/workspaces/task-lists'
import { applyTaskEvent, type TaskEvent, type TaskList } from './task-events.ts'

const task = (given: Partial<Task>): Task => ({
  _id: 'a',
  workspace: 'w',
  number: 1,
  title: 'Larger logo',
  description: '',
  status: 'TODO',
  rank: 'a0',
  parent: null,
  subtasks: [],
  subtaskCount: 0,
  doneCount: 0,
  assignee: null,
  startsOn: null,
  dueOn: null,
  labels: [],
  priority: 'NONE',
  source: null,
  createdBy: null,
  createdAt: '2027-01-01T00:00:00.000Z',
  updatedAt: '2027-01-01T00:00:00.000Z',
  doneAt: null,
  version: 1,
  can: { edit: true, move: true, delete: true },
  ...given,
})

const ids = (list: TaskList) => list.tasks.map(({ _id }) => _id)
const board: TaskList = {
  tasks: [task({ _id: 'a', rank: 'a0' }), task({ _id: 'b', rank: 'a1' }), task({ _id: 'c', rank: 'a2' })],
  total: 3,
}

test('a task moves by its rank, and stays if only its text changed', () => {
  const moved = applyTaskEvent(board, { event: 'task.moved', data: task({ _id: 'c', rank: 'Zz' }) })
  expect(ids(moved)).toEqual(['c', 'a', 'b'])
  const renamed = applyTaskEvent(board, {
    event: 'task.updated',
    data: task({ _id: 'b', rank: 'a1', title: 'New' }),
  })
  expect([ids(renamed), renamed.tasks[1]?.title]).toEqual([['a', 'b', 'c'], 'New'])
  const made = applyTaskEvent(board, { event: 'task.created', data: task({ _id: 'd', rank: 'a1V' }) })
  expect([ids(made), made.total]).toEqual([['a', 'b', 'd', 'c'], 4])
})

test('deleting a task deletes its subtasks', () => {
  const list = { tasks: [...board.tasks, task({ _id: 's', parent: 'a', rank: 'a3' })], total: 4 }
  const left = applyTaskEvent(list, { event: 'task.deleted', data: { _id: 'a' } })
  expect([ids(left), left.total]).toEqual([['b', 'c'], 2])
})

test('on a partial board only the shown tasks change', () => {
  const part = { ...board, total: 900 }
  expect(applyTaskEvent(part, { event: 'task.moved', data: task({ _id: 'x', rank: 'a1' }) })).toBe(part)
})

test('the last event of each task decides, whatever came before', () => {
  const event = fc
    .record({
      id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      status: fc.constantFrom(...statuses),
      rank: fc.constantFrom('a0', 'a1', 'a2', 'a3', 'a4', 'a5'),
    })
    .map(
      ({ id, status, rank }): TaskEvent => ({ event: 'task.moved', data: task({ _id: id, status, rank }) }),
    )
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      const last = new Map(board.tasks.map((one) => [one._id, one]))
      for (const { data } of events) last.set(data._id, data as Task)
      const list = events.reduce(applyTaskEvent, board)
      const shown = columnsOf(list.tasks)
      for (const status of statuses) {
        const wanted = [...last.values()]
          .filter((one) => one.status === status)
          .toSorted((a, b) => (a.rank === b.rank ? (a._id < b._id ? -1 : 1) : a.rank < b.rank ? -1 : 1))
        expect(shown[status].map(({ _id }) => _id)).toEqual(wanted.map(({ _id }) => _id))
      }
    }),
  )
})

test('a pending own change shows despite others’ changes, and every order of arrival ends alike', () => {
  const moved = (id: string, given: Partial<Task>): TaskEvent => ({
    event: 'task.moved',
    data: task({ _id: id, ...given }),
  })
  const others = [
    moved('b', { status: 'DONE', rank: 'a0' }),
    moved('c', { rank: 'Zz' }),
    moved('d', { status: 'IN_REVIEW', rank: 'a1' }),
    moved('e', { status: 'DONE', rank: 'a3' }),
    // Someone else moves the same task before the own change has arrived.
    moved('a', { status: 'IN_PROGRESS', rank: 'a5' }),
  ]
  const own = { target: { kind: 'move', task: 'a', number: 1, status: 'DONE' }, state: 'waiting' } as TaskItem
  const arrived = moved('a', { status: 'DONE', rank: 'a2' })
  const shownBy = (list: TaskList, items: TaskItem[]) => columnsOf(withWaiting(list.tasks, items))
  const whole = fc.shuffledSubarray(others, { minLength: others.length })
  fc.assert(
    fc.property(whole, fc.nat(others.length), (order, place) => {
      // The server announces what it took before the own change first.
      const at = Math.max(place, order.findIndex(({ data }) => data._id === 'a') + 1)
      let list = board
      for (const event of order.slice(0, at)) {
        list = applyTaskEvent(list, event)
        expect(shownBy(list, [own]).DONE.map(({ _id }) => _id)).toContain('a')
      }
      const end = [arrived, ...order.slice(at)].reduce(applyTaskEvent, list)
      expect(Object.values(shownBy(end, [])).map((column) => column.map(({ _id }) => _id))).toEqual([
        ['c'],
        [],
        ['d'],
        ['b', 'a', 'e'],
        [],
      ])
    }),
  )
})

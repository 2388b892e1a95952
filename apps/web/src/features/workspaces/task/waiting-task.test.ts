import type { Task } from '@wingmark/contract/tasks'
import { expect, test } from 'vitest'
import { parseWaiting, type WaitingItem, withWaiting } from '#web/features/workspaces/task/waiting-task'

test('what waits comes back as it was kept, and what is none is left alone', () => {
  const about = { task: 'a', number: 3 }
  const person = { _id: 'p', name: 'Ada Example', avatar: null }
  for (const target of [
    { ...about, status: 'DONE', after: null },
    { ...about, status: 'TODO' },
    { ...about, dueOn: '2031-03-01', startsOn: null },
    { ...about, assignee: person },
    { ...about, assignee: null },
  ])
    expect(parseWaiting({ ...target })).toEqual(target)
  for (const value of [
    null,
    'x',
    {},
    about,
    { ...about, status: 'GONE' },
    { status: 'DONE' },
    { ...about, assignee: 'Ada' },
  ])
    expect(parseWaiting(value)).toBeNull()
})

test('tasks look as they will once what waits has arrived; what failed does not count', () => {
  const tasks = ['a', 'b'].map(
    (_id) => ({ _id, status: 'TODO', dueOn: null, subtasks: [] }) as unknown as Task,
  )
  const item = (target: WaitingItem['target'], state: WaitingItem['state'] = 'waiting') =>
    ({ target, state }) as WaitingItem
  const shown = withWaiting(tasks, [
    item({ task: 'a', number: 1, status: 'DONE' }),
    item({ task: 'b', number: 2, dueOn: '2031-03-01' }, 'sending'),
    item({ task: 'b', number: 2, dueOn: '2032-01-01' }, 'failed'),
  ])
  expect(shown.map(({ _id, status, dueOn }) => [_id, status, dueOn])).toEqual([
    ['b', 'TODO', '2031-03-01'],
    ['a', 'DONE', null],
  ])
})

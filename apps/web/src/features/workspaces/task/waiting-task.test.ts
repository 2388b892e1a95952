import type { Task } from '@wingmark/contract/tasks'
import { expect, test } from 'vitest'
import {
  parseWaiting,
  type WaitingItem,
  withFollowers,
  withWaiting,
  wordsBefore,
} from '#web/features/workspaces/task/waiting-task'

const item = (target: WaitingItem['target'], state: WaitingItem['state'] = 'waiting') =>
  ({ target, state }) as WaitingItem

test('restores stored items, and leaves anything else alone', () => {
  const about = { task: 'a', number: 3 }
  const person = { _id: 'p', name: 'Ada Example', avatar: null }
  for (const target of [
    { ...about, status: 'DONE', after: null },
    { ...about, status: 'TODO' },
    { ...about, status: 'TODO', from: 'DONE' },
    { ...about, dueOn: '2031-03-01', startsOn: null },
    { ...about, assignee: person },
    { ...about, assignee: null },
    { ...about, labels: ['l', 'm'] },
    { ...about, labels: [], priority: 'URGENT' },
    { ...about, parent: null },
    { ...about, parent: 'p', after: 'a' },
    { task: 'n', number: 0, title: 'A new one', dueOn: '2031-03-01' },
    { ...about, do: 'delete' },
    { ...about, do: 'restore' },
    { ...about, do: 'words', field: 'title', text: 'New', base: 'Old', version: 2 },
    { do: 'create', task: 'n', number: 0, title: 'A new one', status: 'DONE', parent: 'a', assignee: person },
    { do: 'create', task: 'n', number: 0, title: 'On top', status: 'DONE', after: null },
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
    { ...about, priority: 'MEDIUM' },
    { do: 'create', task: 'n', number: 0 },
    { ...about, do: 'words', field: 'rank', text: 'New', base: 'Old', version: 2 },
    { ...about, do: 'words', field: 'title', text: 'New', base: 'Old' },
  ])
    expect(parseWaiting(value)).toBeNull()
})

test('tasks look as if pending changes had arrived, without failed ones', () => {
  const tasks = ['a', 'b'].map(
    (_id) => ({ _id, status: 'TODO', dueOn: null, subtasks: [] }) as unknown as Task,
  )
  const shown = withWaiting(
    tasks,
    [
      item({ task: 'a', number: 1, status: 'DONE' }),
      item({ task: 'b', number: 2, dueOn: '2031-03-01' }, 'sending'),
      item({ task: 'b', number: 2, dueOn: '2032-01-01' }, 'failed'),
    ],
    'w',
  )
  expect(shown.map(({ _id, status, dueOn }) => [_id, status, dueOn])).toEqual([
    ['b', 'TODO', '2031-03-01'],
    ['a', 'DONE', null],
  ])
})

test('a task created on top waits above the others', () => {
  const tasks = [{ _id: 'a', status: 'TODO', subtasks: [] } as unknown as Task]
  const make = (task: string, place: { after?: null }) =>
    item({ do: 'create', task, number: 0, title: 'New', ...place })
  const shown = withWaiting(tasks, [make('n', { after: null }), make('m', {})], 'w')
  expect(shown.map(({ _id }) => _id)).toEqual(['n', 'a', 'm'])
})

test('a task created offline can be changed, and deleting it drops what belongs to it', () => {
  const items = [
    item({ do: 'create', task: 'n', number: 0, title: 'New' }),
    item({ do: 'create', task: 'm', number: 0, title: 'Other' }),
    item({ task: 'n', number: 0, title: 'New', status: 'DONE' }),
    item({ do: 'create', task: 's', number: 0, title: 'Part', parent: 'n' }),
    item({ task: 'm', number: 0, title: 'Other', do: 'delete' }),
  ].map((one, at) => ({ ...one, key: `${at}` }))
  const shown = withWaiting([], items, 'w')
  expect(shown).toMatchObject([
    { _id: 'n', workspace: 'w', number: 0, status: 'DONE', subtasks: [{ title: 'Part' }] },
  ])
  // Once it has arrived it is not there twice.
  const arrived = { ...shown[0], number: 7 } as Task
  expect(withWaiting([arrived], items.slice(0, 1), 'w')).toEqual([arrived])
  expect(withFollowers(items, '0').map(({ key }) => key)).toEqual(['3', '2', '0'])
  expect(withFollowers(items, '2').map(({ key }) => key)).toEqual(['2'])
})

test('text shows at once, and new text replaces unsent text over the original', () => {
  const about = { task: 'a', number: 1 }
  const words = (text: string, base: string, field: 'title' | 'description' = 'title') =>
    ({ ...about, do: 'words', field, text, base, version: 3 }) as const
  const tasks = [{ _id: 'a', title: 'Old', description: '', subtasks: [] }] as unknown as Task[]
  const items = [
    { ...item(words('New', 'Old')), key: '0' },
    { ...item(words('Long', '', 'description')), key: '1' },
  ]
  expect(withWaiting(tasks, items, 'w')).toMatchObject([{ title: 'New', description: 'Long' }])
  expect(wordsBefore(items, words('Newer', 'New'))).toEqual({ key: '0', base: 'Old', version: 3 })
  const sending = items.map((one) => ({ ...one, state: 'sending' as const }))
  expect(wordsBefore(sending, words('Newer', 'New'))).toBeNull()
  expect(wordsBefore(items, { ...words('Newer', 'New'), task: 'b' })).toBeNull()
})

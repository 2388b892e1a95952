import type { Task } from '@wingmark/contract/tasks'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withFollowers } from '#web/features/comments/outbox/outbox-queues'
import { draftTask } from '#web/features/workspaces/task/draft-task'
import { applyTaskEvent, type TaskEvent, type TaskList } from '#web/features/workspaces/task/task-events'
import { columnsOf, statuses, withSubtasks } from '#web/features/workspaces/task-lists'
import {
  after,
  changeOf,
  mergedWith,
  type TaskInput,
  type TaskItem,
  taskKindsOf,
  waitingWords,
  withWaiting,
} from './task-changes.ts'

const item = (target: TaskInput, state: TaskItem['state'] = 'waiting') => ({ target, state }) as TaskItem
const kinds = taskKindsOf('w')
const { read } = kinds
const about = { task: 'a', number: 3 }
const person = { _id: 'p', name: 'Ada Example', avatar: null }

test.each<[TaskInput['kind'], object[]]>([
  [
    'move',
    [
      { ...about, status: 'DONE', after: null },
      { ...about, status: 'TODO' },
      { ...about, status: 'TODO', from: 'DONE' },
    ],
  ],
  [
    'dueOn',
    [
      { ...about, dueOn: '2031-03-01' },
      { task: 'n', number: 0, title: 'A new one', dueOn: null },
    ],
  ],
  ['startsOn', [{ ...about, startsOn: null }]],
  [
    'assignee',
    [
      { ...about, assignee: person },
      { ...about, assignee: null },
    ],
  ],
  ['labels', [{ ...about, labels: ['l', 'm'] }]],
  ['priority', [{ ...about, priority: 'URGENT' }]],
  [
    'place',
    [
      { ...about, parent: null },
      { ...about, parent: 'p', after: 'a' },
      { ...about, after: null },
    ],
  ],
  ['delete', [{ ...about, do: 'delete' }]],
  ['restore', [{ ...about, do: 'restore' }]],
  ['words', [{ ...about, do: 'words', field: 'title', text: 'New', base: 'Old', version: 2 }]],
  [
    'create',
    [
      {
        do: 'create',
        workspace: 'w',
        task: 'n',
        number: 0,
        title: 'New',
        status: 'DONE',
        parent: 'a',
        assignee: person,
      },
      { do: 'create', workspace: 'w', task: 'n', number: 0, title: 'On top', status: 'DONE', after: null },
    ],
  ],
])('reads what earlier builds kept of %s, and what this one keeps', (kind, stored) => {
  for (const value of stored) {
    // Earlier builds kept neither the kind nor the workspace of a new task.
    const { workspace: _, ...old } = { workspace: '', ...value }
    expect(read(old)).toEqual({ kind, ...value })
    expect(read({ kind, ...value })).toEqual({ kind, ...value })
  }
})

test('leaves alone what it cannot read', () => {
  for (const value of [
    null,
    'x',
    {},
    about,
    { ...about, status: 'GONE' },
    { status: 'DONE' },
    { ...about, assignee: 'Ada' },
    { ...about, priority: 'MEDIUM' },
    { do: 'create', task: 'n', number: 0, status: 'DONE' },
    { ...about, do: 'words', field: 'rank', text: 'New', base: 'Old', version: 2 },
    { ...about, do: 'words', field: 'title', text: 'New' },
    { ...about, do: 'other', status: 'DONE' },
  ])
    expect(read(value)).toBeNull()
})

test('tasks look as if pending changes had arrived, without failed ones', () => {
  const tasks = ['a', 'b'].map(
    (_id) => ({ _id, status: 'TODO', dueOn: null, subtasks: [] }) as unknown as Task,
  )
  const shown = withWaiting(tasks, [
    item({ kind: 'move', task: 'a', number: 1, status: 'DONE' }),
    item({ kind: 'dueOn', task: 'b', number: 2, dueOn: '2031-03-01' }, 'sending'),
    item({ kind: 'dueOn', task: 'b', number: 2, dueOn: '2032-01-01' }, 'failed'),
  ])
  expect(shown.map(({ _id, status, dueOn }) => [_id, status, dueOn])).toEqual([
    ['b', 'TODO', '2031-03-01'],
    ['a', 'DONE', null],
  ])
})

const make = (task: string, more: { after?: null; parent?: string } = {}) =>
  item({ kind: 'create', do: 'create', workspace: 'w', task, number: 0, title: 'New', ...more })

test('a task created on top waits above the others', () => {
  const tasks = [{ _id: 'a', status: 'TODO', subtasks: [] } as unknown as Task]
  const shown = withWaiting(tasks, [make('n', { after: null }), make('m')])
  expect(shown.map(({ _id }) => _id)).toEqual(['n', 'a', 'm'])
})

test('a task created offline can be changed, and deleting it drops what belongs to it', () => {
  const items = [
    make('n'),
    make('m'),
    item({ kind: 'move', task: 'n', number: 0, title: 'New', status: 'DONE' }),
    make('s', { parent: 'n' }),
    item({ kind: 'delete', do: 'delete', task: 'm', number: 0, title: 'Other' }),
  ].map((one, at) => ({ ...one, key: `${at}` }))
  const shown = withWaiting([], items)
  expect(shown).toMatchObject([
    { _id: 'n', workspace: 'w', number: 0, status: 'DONE', subtasks: [{ title: 'New' }] },
  ])
  // Once it has arrived it is not there twice.
  const arrived = { ...shown[0], number: 7 } as Task
  expect(withWaiting([arrived], items.slice(0, 1))).toEqual([arrived])
  const dropped = (at: number) =>
    items.slice(at, at + 1).flatMap((one) => withFollowers(kinds, items, one).map(({ key }) => key))
  expect(dropped(0)).toEqual(['3', '2', '0'])
  expect(dropped(2)).toEqual(['2'])
})

test('new text replaces unsent text over the original, and a new move starts where the first did', () => {
  const words = (text: string, base: string, field: 'title' | 'description' = 'title') =>
    ({ kind: 'words', do: 'words', ...about, field, text, base, version: 3 }) as const
  const items = [
    item(words('New', 'Old')),
    item(words('Long', '', 'description')),
    item({ kind: 'move', ...about, status: 'DONE', from: 'TODO' }),
  ].map((one, at) => ({ ...one, key: `${at}` }))
  const next = { ...words('Newer', 'New'), version: 4 }
  expect(mergedWith(items, next)).toEqual({ key: '0', both: words('Newer', 'Old') })
  expect(mergedWith(items, { ...next, task: 'b' })).toBeNull()
  expect(mergedWith(items, { kind: 'move', ...about, status: 'IN_REVIEW', from: 'DONE' })).toEqual({
    ...{ key: '2', both: { kind: 'move', ...about, status: 'IN_REVIEW', from: 'TODO' } },
  })
  const sending = items.map((one) => ({ ...one, state: 'sending' as const }))
  expect(mergedWith(sending, next)).toBeNull()
  expect(mergedWith(items, { kind: 'dueOn', ...about, dueOn: null })).toBeNull()
})

const subtask = (id: string): Task['subtasks'][number] => ({
  ...{ _id: id, number: 9, title: id, status: 'TODO', assignee: null },
  can: { move: true },
})
const whole = ['t0', 't1', 't2', 't3'].map((id, n) =>
  withSubtasks(
    { ...draftTask('w', id, { title: `Task ${id}`, status: statuses[n % 2] ?? 'TODO' }), number: n + 1 },
    ['a', 'b', 'c'].map((part) => subtask(`${id}${part}`)),
  ),
)
const day = fc.constantFrom('2031-03-01', '2031-03-02', null)
const of = fc.nat(3).map((n) => ({ task: `t${n}`, number: n + 1 }))
const withOf = <Input extends object>(input: fc.Arbitrary<Input>) =>
  fc.tuple(of, input).map(([one, rest]) => ({ ...one, ...rest }))
const status = fc.constantFrom(...statuses)
const field = fc.constantFrom('title' as const, 'description' as const)
/** Those that show before the answer, and can be undone before it. */
const anyChange: fc.Arbitrary<TaskInput> = fc.oneof(
  withOf(fc.record({ kind: fc.constant('dueOn' as const), dueOn: day })),
  withOf(fc.record({ kind: fc.constant('startsOn' as const), startsOn: day })),
  withOf(fc.record({ kind: fc.constant('labels' as const), labels: fc.subarray(['l', 'm', 'n']) })),
  withOf(fc.record({ kind: fc.constant('priority' as const), priority: fc.constantFrom('LOW', 'URGENT') })),
  withOf(fc.record({ kind: fc.constant('assignee' as const), assignee: fc.constantFrom(person, null) })),
  withOf(fc.record({ kind: fc.constant('move' as const), status, after: fc.constantFrom('t0', 't3', null) })),
  fc.tuple(of, field, fc.string()).map(([one, name, text]) => ({
    ...{ kind: 'words' as const, do: 'words' as const, ...one, field: name, text, base: '', version: 1 },
  })),
  fc
    .tuple(fc.nat(3), fc.constantFrom('a', 'b', 'c'), fc.nat(3), fc.constantFrom('a', 'c', null))
    .map(([n, part, to, below]) => ({
      ...{ kind: 'place' as const, task: `t${n}${part}`, number: 9, parent: `t${to}` },
      after: below && `t${to}${below}`,
    })),
  fc.uuid().map((task) => ({
    ...{
      kind: 'create' as const,
      do: 'create' as const,
      workspace: 'w',
      task,
      number: 0,
      title: 'New',
      after: null,
    },
  })),
)

/** A task's place in its own column is all that the order of a list says. */
const shownOf = (tasks: readonly Task[]) => Object.values(columnsOf(tasks))

test('a change and its inverse leave the tasks as they were', () => {
  fc.assert(
    fc.property(fc.array(anyChange), anyChange, (earlier, input) => {
      const before = after(whole, earlier)
      const inverse = changeOf(input).invert?.(before, input)
      if (!inverse) throw new Error('each can be undone')
      expect(shownOf(after(before, [input, inverse]))).toEqual(shownOf(before))
      expect(changeOf(input).messages.done?.(input)).toMatch(/\w$/)
      expect(waitingWords(input)).toMatch(/\w\.$/)
    }),
  )
})

test('the inverse of a deletion asks the server for the task', () => {
  const input = { kind: 'delete', do: 'delete', ...about } as const
  const restored = { kind: 'restore', do: 'restore', ...about } as const
  expect(changeOf(input).invert?.([], input)).toEqual(restored)
  expect(after(whole, [restored])).toEqual(whole)
})

type Served = { tasks: Task[]; event: TaskEvent | null }

/** A server that ranks what is moved or new between its neighbours, as the real one does. */
function serve(tasks: readonly Task[], input: TaskInput): Served {
  const changed = after(tasks, [input])
  const { kind, task: id } = input
  if (kind === 'delete') return { tasks: changed, event: { event: 'task.deleted', data: { _id: id } } }
  const one = changed.find(({ _id }) => _id === id)
  if (!one) return { tasks: [...tasks], event: null }
  if (kind !== 'move' && kind !== 'create')
    return { tasks: changed, event: { event: 'task.updated', data: one } }
  const column = columnsOf(changed)[one.status]
  const at = column.indexOf(one)
  const [above, below] = [column[at - 1], column[at + 1]].map((other) => other && Number(other.rank))
  const rank = ((above ?? (below ?? 5000) - 2) + (below ?? (above ?? 5000) + 2)) / 2
  const data = { ...one, rank: rank.toFixed(15) }
  const next = changed.map((other) => (other === one ? data : other))
  return { tasks: next, event: { event: kind === 'move' ? 'task.moved' : 'task.created', data } }
}

test('own changes, those of others, answers and events in any order end as a reload shows it', () => {
  const deletion = withOf(fc.constant({ kind: 'delete' as const, do: 'delete' as const }))
  const step = fc.record({ input: fc.oneof(anyChange, deletion), isOwn: fc.boolean() })
  const start = whole.map((task, n) => ({ ...task, rank: (5000 + n).toFixed(15), subtasks: [] }))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), fc.infiniteStream(fc.nat(2)), (steps, choices) => {
      const items = steps.map(({ input }, n) => ({ ...item(input), key: `${n}` }))
      let server: Task[] = start
      let shown: TaskList = { tasks: start, total: start.length }
      let log = items.filter((_, n) => steps[n]?.isOwn)
      const toServe = [...items]
      // The stream keeps its order; answers come at any time.
      const events: TaskEvent[] = []
      const answers: string[] = []
      while (toServe.length + events.length + answers.length > 0) {
        const choice = Number(choices.next().value)
        const [one] = choice === 0 ? toServe.splice(0, 1) : []
        if (one) {
          const served = serve(server, one.target)
          server = served.tasks
          if (served.event) events.push(served.event)
          answers.push(one.key)
        }
        const [event] = choice === 1 ? events.splice(0, 1) : []
        if (event) shown = applyTaskEvent(shown, event)
        const [key] = choice === 2 ? answers.splice(-1) : []
        if (key) log = log.filter((waiting) => waiting.key !== key)
      }
      expect(log).toEqual([])
      expect(shownOf(withWaiting(shown.tasks, log))).toEqual(shownOf(server))
      expect(shown.total).toBe(server.length)
    }),
  )
})

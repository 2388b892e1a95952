import type { Route } from '@wingmark/contract/route'
import { getTask, type Task } from '@wingmark/contract/tasks'
import { listTaskTimeline, listWorkspaceTimeline, type TimelineKind } from '@wingmark/contract/timelines'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { draftTask } from '#web/features/workspaces/task/draft-task'
import { leftNew, undoIfUntouched, withoutTouched } from '#web/features/workspaces/undo-change'
import { ApiError, networkError } from '#web/lib/api-error'
import { answerLocally } from '#web/lib/local-answers'
import { listenToToasts } from '../../../../test/toasts.ts'

const toasts = listenToToasts()

type Known = { tasks: Task[]; items: { kind: TimelineKind; by: string; task: string }[] }

function knows({ tasks, items }: Known): void {
  const itemsOf = (isHere: (task: string) => boolean) => ({
    results: items
      .filter(({ task }) => isHere(task))
      .map(({ kind, by, task }) => ({ kind, actor: { name: by }, task: { _id: task, number: 7 } })),
  })
  serve((route, id) => {
    if (route === listTaskTimeline) return itemsOf((task) => task === id)
    if (route === listWorkspaceTimeline) return itemsOf(() => true)
    if (route !== getTask) throw new Error('not asked here')
    const result = tasks.find(({ _id }) => _id === id)
    if (!result) throw new ApiError({ status: 404, code: 'NOT_FOUND', message: 'Not found' })
    return { result }
  })
}

/** Until the test has ended. */
function serve(answer: (route: Route, id: string) => object): void {
  const stop = answerLocally(async (route, { params }) =>
    answer(route, String(Reflect.get(Object(params), 'id'))),
  )
  onTestFinished(stop)
}

const task = (id: string, given: Partial<Task> = {}): Task => ({
  ...draftTask('w', id, { title: 'Larger logo' }),
  number: Number(id),
  ...given,
})
const undo = vi.fn<() => void>()

beforeEach(() => {
  undo.mockClear()
})

test('names the person who changed the same thing, not the last to do something else', async () => {
  const items = [
    { kind: 'MESSAGE', by: 'Eve', task: '1' },
    { kind: 'TASK_DATED', by: 'Cy', task: '1' },
    { kind: 'TASK_MOVED', by: 'Bo', task: '1' },
  ] as const
  knows({ tasks: [task('1', { status: 'DONE' })], items: [...items] })
  expect(await undoIfUntouched(task('1'), { status: 'IN_REVIEW' }, undo)).toBe(true)
  expect(toasts()).toEqual(['Bo has moved #1 to Done since then, so it was left there.'])
  expect(undo).not.toHaveBeenCalled()
  await undoIfUntouched(task('1'), { status: 'DONE' }, undo)
  expect(undo).toHaveBeenCalledOnce()
})

test('says what was deleted since, and undoes the rest of many', async () => {
  const items = [{ kind: 'TASK_DELETED', by: 'Bo', task: '2' }] as const
  knows({ tasks: [task('1'), task('3', { status: 'DONE' })], items: [...items] })
  await undoIfUntouched(task('2'), { status: 'TODO' }, undo)
  expect(toasts()).toEqual(['Bo has deleted #7 since then.'])
  const steps = ['1', '2', '3'].map((id) => ({ task: task(id), left: { status: 'TODO' as const } }))
  const rest = await withoutTouched(steps)
  expect(rest?.map((step) => step.task._id)).toEqual(['1'])
  expect(toasts()).toEqual([
    'Changed since by Someone: #3 (now Done). What others have changed stays. Deleted since by Bo: #7.',
  ])
})

test('offline, nothing is undone, and it can be tried again', async () => {
  serve(() => {
    throw networkError()
  })
  expect(await undoIfUntouched(task('1'), { status: 'TODO' }, undo)).toBe(false)
  expect(toasts()).toHaveLength(1)
  expect(await withoutTouched([{ task: task('1'), left: { status: 'TODO' } }])).toBeNull()
  expect(undo).not.toHaveBeenCalled()
  expect(toasts()).toHaveLength(1)
})

test.each<[string, Partial<Task>, Known['items'], string]>([
  [
    'moved',
    { status: 'DONE' },
    [{ kind: 'TASK_MOVED', by: 'Bo', task: '1' }],
    'Bo has moved #1 to Done since then, so it was left there.',
  ],
  [
    'talked about',
    {},
    [{ kind: 'MESSAGE', by: 'Cy', task: '1' }],
    'Cy has changed #1 since then, so your change wasn’t undone.',
  ],
  [
    'labelled',
    { labels: ['l'] },
    [
      { kind: 'MESSAGE', by: 'Cy', task: '2' },
      { kind: 'TASK_LABELLED', by: 'Bo', task: '1' },
    ],
    'Bo has changed #1 since then, so your change wasn’t undone.',
  ],
  [
    'given a priority',
    { priority: 'HIGH' },
    [{ kind: 'TASK_PRIORITISED', by: 'Bo', task: '1' }],
    'Bo has changed #1 since then, so your change wasn’t undone.',
  ],
  [
    'given a subtask',
    { subtaskCount: 1 },
    [],
    'Someone has changed #1 since then, so your change wasn’t undone.',
  ],
])('a new task that was %s since is not taken back', async (_what, given, items, sentence) => {
  knows({ tasks: [task('1', given)], items })
  await undoIfUntouched(task('1'), leftNew(task('1')), undo)
  expect(undo).not.toHaveBeenCalled()
  expect(toasts()).toEqual([sentence])
})

test('undoes a new task that nobody has touched', async () => {
  knows({ tasks: [task('1')], items: [{ kind: 'TASK_CREATED', by: 'Ada', task: '1' }] })
  await undoIfUntouched(task('1'), leftNew(task('1')), undo)
  expect(undo).toHaveBeenCalledOnce()
})

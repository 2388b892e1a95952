import type { TimelineItem } from '@wingmark/contract/timelines'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gather, gathered, sentenceOf } from '#web/features/workspaces/activities/activity-words'

type Given = Pick<TimelineItem, 'kind' | 'after'> & { actor: string; task: string | null }
const item = ({ kind, after, actor, task }: Given, n: number) =>
  ({
    _id: `${n}`,
    kind,
    after,
    actor: { _id: actor, name: actor, avatar: null },
    task: task && { _id: task, number: 1, title: task },
    createdAt: '2031-03-01T12:00:00.000Z',
  }) as unknown as TimelineItem
const by = (actor: string, kind: Given['kind'], task: string | null, after: string | null = null) => ({
  ...{ actor, kind, task, after },
})
const sizes = (all: readonly Given[]) => gather(all.map(item)).map(({ others }) => others.length + 1)

test('similar activities of one person share a line, even with others of theirs between them', () => {
  const pairs = ['a', 'b', 'c'].flatMap((task) => [
    by('Bo', 'TASK_MOVED', task, 'DONE'),
    by('Bo', 'COMMENT_RESOLVED', task),
  ])
  expect(sizes(pairs)).toEqual([3, 3])
  expect(sizes([by('Bo', 'TASK_MOVED', 'a', 'DONE'), by('Bo', 'TASK_MOVED', 'b', 'TODO')])).toEqual([1, 1])
  expect(sizes([by('Bo', 'TASK_CREATED', 'a', 'One'), by('Bo', 'TASK_CREATED', 'b', 'Two')])).toEqual([2])
  expect(sizes([by('Bo', 'TASK_RENAMED', 'a', 'X'), by('Bo', 'TASK_RENAMED', 'b', 'X')])).toEqual([1, 1])
})

test('says that a task resolved its comment', () => {
  const resolved = (after: string | null) => sentenceOf(item(by('Bo', 'COMMENT_RESOLVED', 'a', after), 1), [])
  expect(resolved('TASK')).toBe('resolved its comment with task #1')
  expect(resolved(null)).toBe('resolved its comment')
})

test('says which labels a task got and lost, and its priority', () => {
  const said = (kind: Given['kind'], before: string | null, after: string | null) =>
    sentenceOf({ ...item(by('Bo', kind, 'a', after), 1), before }, []).replaceAll(/[\u2068\u2069]/g, '')
  expect(said('TASK_LABELLED', null, 'Print')).toBe('added the label Print')
  expect(said('TASK_LABELLED', 'Print', 'Print\nWeb, phone\nCopy')).toBe('added the labels Web, phone, Copy')
  expect(said('TASK_LABELLED', 'Print\nCopy', 'Print')).toBe('removed the label Copy')
  expect(said('TASK_LABELLED', 'Print', 'Copy')).toBe('changed the labels from Print to Copy')
  expect(said('TASK_PRIORITISED', 'NONE', 'URGENT')).toBe('set the priority to Urgent')
  expect(said('TASK_PRIORITISED', 'URGENT', 'NONE')).toBe('removed the priority')
  expect(said('LABEL_RENAMED', 'Print', 'Paper')).toBe('renamed the label “Print” to “Paper”')
})

test('does not call members who left removed, with or without their account', () => {
  const left = (given: Partial<TimelineItem>) =>
    sentenceOf({ ...item(by('Bo', 'MEMBER_LEFT', null), 1), mentions: [], ...given }, [])
  const gone = { _id: null, name: 'Deleted account', avatar: null }
  expect(left({ message: 'Bo', mentions: [{ _id: 'Bo', name: 'Bo' }] })).toBe('left')
  expect(left({ message: 'Deleted account', actor: gone })).toBe('left')
  expect(left({ message: 'Deleted account' })).toBe('removed Deleted account')
  expect(left({ message: 'Bo', after: 'ACCOUNT_DELETED' })).toBe('left, and deleted their account')
})

test('another person’s activity separates them, and each move of one task has its own line', () => {
  const move = (actor: string, task: string) => by(actor, 'TASK_MOVED', task, 'DONE')
  expect(sizes([move('Bo', 'a'), move('Ada', 'b'), move('Bo', 'c')])).toEqual([1, 1, 1])
  expect(sizes([move('Bo', 'a'), by('Bo', 'MESSAGE', null), move('Bo', 'c')])).toEqual([1, 1, 1])
  expect(sizes([move('Bo', 'a'), move('Bo', 'a')])).toEqual([1, 1])
})

test('loses and repeats nothing, whatever comes', () => {
  const any = fc.record({
    actor: fc.constantFrom('Bo', 'Ada'),
    kind: fc.constantFrom('TASK_MOVED', 'TASK_CREATED', 'TASK_ASSIGNED', 'MESSAGE'),
    task: fc.constantFrom('a', 'b', 'c'),
    after: fc.constantFrom('TODO', 'DONE', null),
  })
  fc.assert(
    fc.property(fc.array(any, { maxLength: 30 }), (all) => {
      const items = all.map((one, n) => item(one as Given, n))
      const shown = gather(items).flatMap((line) => [line.item, ...line.others])
      expect(shown.map(({ _id }) => _id).toSorted()).toEqual(items.map(({ _id }) => _id).toSorted())
    }),
  )
})

test('says several in one sentence', () => {
  const ada = { _id: 'p', name: 'Ada Example', avatar: null, role: 'EDITOR' as const }
  expect(gathered({ kind: 'TASK_ASSIGNED', after: 'p' }, 4, [ada])).toBe('assigned 4 tasks to Ada Example')
  expect(gathered({ kind: 'TASK_CREATED', after: 'x' }, 6, [])).toBe('created 6 tasks')
  expect(gathered({ kind: 'TASK_MOVED', after: 'DONE' }, 6, [])).toBe('moved 6 tasks to Done')
  expect(gathered({ kind: 'TASK_DATED', after: '/2031-03-01' }, 2, [])).toBe(
    'gave 2 tasks the same dates: due on 1 Mar 2031',
  )
})

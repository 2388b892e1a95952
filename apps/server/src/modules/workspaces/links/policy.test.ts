import type { CommentStatus } from '@wingmark/contract/comments'
import type { TaskStatus } from '@wingmark/contract/workspaces'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commentAfter, statusChange, taskAfter } from '#server/modules/workspaces/links/policy'

const statuses = ['TODO', 'IN_PROGRESS', 'IN_REVIEW', 'DONE', 'CANCELLED'] as const satisfies TaskStatus[]
const moves = fc.record({ task: fc.constantFrom(...statuses) })
const turns = fc.record({ comment: fc.constantFrom<CommentStatus>('OPEN', 'RESOLVED') })

type Pair = { task: Parameters<typeof statusChange>[0]; comment: CommentStatus }

function step({ task, comment }: Pair, change: { task: TaskStatus } | { comment: CommentStatus }): Pair {
  if ('task' in change) {
    const status = commentAfter({ before: task.status, after: change.task })
    return { task: statusChange(task, change.task), comment: status ?? comment }
  }
  const status = taskAfter(task, change.comment)
  return { task: status ? statusChange(task, status) : task, comment: change.comment }
}

test('in all cases a task is done exactly while its comment is resolved, unless it is cancelled', () => {
  const start: Pair = { task: { status: 'TODO', doneAt: null, statusBefore: null }, comment: 'OPEN' }
  fc.assert(
    fc.property(fc.array(fc.oneof(moves, turns), { maxLength: 30 }), (changes) => {
      let pair = start
      for (const change of changes) {
        pair = step(pair, change)
        const { status, doneAt } = pair.task
        expect(status === 'DONE').toBe(doneAt !== null)
        if (status !== 'CANCELLED')
          expect([status === 'DONE', pair.comment]).toEqual([pair.comment === 'RESOLVED', pair.comment])
      }
    }),
  )
})

test('a reopened task has its status from before it was done', () => {
  for (const status of ['TODO', 'IN_PROGRESS', 'IN_REVIEW'] as const) {
    const before: Pair = { task: { status, doneAt: null, statusBefore: null }, comment: 'OPEN' }
    const done = step(before, { comment: 'RESOLVED' })
    expect(done.task.status).toBe('DONE')
    expect(step(done, { comment: 'OPEN' }).task.status).toBe(status)
  }
})

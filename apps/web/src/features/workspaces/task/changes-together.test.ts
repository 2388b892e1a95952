import { clientMessages } from '@wingmark/contract/errors'
import type { Task } from '@wingmark/contract/tasks'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { after, type TaskInput } from '#web/features/workspaces/task/changes/task-changes'
import { sendTogether, stepsOf } from '#web/features/workspaces/task/changes-together'
import { columnsOf, statuses } from '#web/features/workspaces/task-lists'
import { ApiError, networkError } from '#web/lib/api-error'
import { listenToToasts } from '../../../../test/toasts.ts'

const toasts = listenToToasts()

const task = (given: Partial<Task>) => ({ status: 'TODO', subtasks: [], assignee: null, ...given }) as Task
const refusal = new ApiError({ status: 403, code: 'FORBIDDEN', message: clientMessages.forbidden })

const due = (id: string): TaskInput => ({ kind: 'dueOn', task: id, number: 1, dueOn: '2031-03-01' })
const steps = stepsOf(['a', 'b', 'c'].map(due), [], 'w')

/** Sends three changes; `troubles` says which of them meet one. */
function sending(troubles: Record<string, Error>, kept: number[] | null = null) {
  return sendTogether(steps, {
    async send({ task: id }) {
      if (troubles[id]) throw troubles[id]
    },
    keepFrom(at) {
      kept?.push(at)
      return kept !== null
    },
  }).then((done) => done.map(({ input }) => input.task))
}

test('reports a refusal once, and returns only what was done', async () => {
  expect(await sending({ b: refusal })).toEqual(['a', 'c'])
  expect(toasts()).toEqual([`1 of 3 stay as they were. ${clientMessages.forbidden}`])
  await expect(sending({ a: refusal, b: refusal, c: refusal })).rejects.toBe(refusal)
})

test('once offline, the rest is kept in order', async () => {
  const kept: number[] = []
  expect(await sending({ b: networkError() }, kept)).toEqual(['a'])
  expect(kept).toEqual([1])
  await expect(sending({ a: networkError() }, kept)).rejects.toMatchObject({ code: 'NETWORK' })
  expect(kept).toEqual([1])
  expect(await sending({ c: networkError() })).toEqual(['a', 'b'])
  expect(toasts()).toHaveLength(1)
})

const columnsAfter = (tasks: readonly Task[], inputs: readonly TaskInput[]) =>
  Object.values(columnsOf(after(tasks, inputs)))

test('any chain of moves and edits, undone from its end, restores the board', () => {
  const change = fc.oneof(
    fc.constantFrom('2031-03-01', '2031-03-02', null).map((dueOn) => ({ kind: 'dueOn' as const, dueOn })),
    fc
      .constantFrom({ _id: 'bo', name: 'Bo', avatar: null }, null)
      .map((assignee) => ({ kind: 'assignee' as const, assignee })),
    fc.constantFrom(...statuses).map((status) => ({ kind: 'move' as const, status })),
    fc
      .tuple(fc.constantFrom(...statuses), fc.option(fc.nat(9)))
      .map(([status, n]) => ({ kind: 'move' as const, status, after: n === null ? null : `t${n}` })),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(9), change), { maxLength: 40 }), (given) => {
      const start = Array.from({ length: 10 }, (_, n) =>
        task({ _id: `t${n}`, title: `Task ${n}`, status: statuses[n % 3] ?? 'TODO', dueOn: null }),
      )
      const inputs = given.map(([n, input]): TaskInput => ({ task: `t${n}`, number: n + 1, ...input }))
      const backs = stepsOf(inputs, start, 'w')
        .toReversed()
        .flatMap(({ back }) => back ?? [])
      expect(backs).toHaveLength(inputs.length)
      expect(columnsAfter(start, [...inputs, ...backs])).toEqual(columnsAfter(start, []))
    }),
  )
})

test('several tasks moved together come back to their places', () => {
  const board = fc.array(fc.constantFrom(...statuses), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(board, fc.func(fc.boolean()), fc.constantFrom(...statuses), (all, isChosen, status) => {
      const tasks = all.map((now, at) => task({ _id: `t${at}`, status: now }))
      const chosen = tasks.filter((one) => one.status !== status && isChosen(one._id))
      const inputs = chosen.map(({ _id }): TaskInput => ({ kind: 'move', task: _id, number: 1, status }))
      const there = after(tasks, inputs)
      expect(chosen.every(({ _id }) => there.find((one) => one._id === _id)?.status === status)).toBe(true)
      const backs = stepsOf(inputs, tasks, 'w')
        .toReversed()
        .flatMap(({ back }) => back ?? [])
      expect(columnsAfter(there, backs)).toEqual(columnsAfter(tasks, []))
    }),
  )
})

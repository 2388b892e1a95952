import { clientMessages } from '@wingmark/contract/errors'
import type { Task } from '@wingmark/contract/tasks'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Step, together } from '#web/features/workspaces/task/changes-together'
import { type Bare, moveOf, patchOf, previousOf } from '#web/features/workspaces/task/task-change'
import { columnsOf, statuses, taskAbove } from '#web/features/workspaces/task-lists'
import { ApiError, networkError } from '#web/lib/api-error'
import { listenToToasts } from '../../../../test/toasts.ts'

const toasts = listenToToasts()

const task = (given: Partial<Task>) => ({ status: 'TODO', subtasks: [], assignee: null, ...given }) as Task
const refusal = new ApiError({ status: 403, code: 'FORBIDDEN', message: clientMessages.forbidden })

function step(id: string, answer: () => Promise<null>, waits: string[] | null = null): Step {
  const change = { ...patchOf(id, { dueOn: '2031-03-01' }), send: answer }
  const wait = () => {
    waits?.push(id)
    return waits && (() => true)
  }
  return { task: task({ _id: id }), change: { ...change, wait }, back: change, left: null }
}
const fine = () => Promise.resolve(null)
const refused = () => Promise.reject(refusal)
const offline = () => Promise.reject(networkError())

const begin = (steps: readonly Step[]) =>
  together(steps, (done) => ({ what: done.map((one) => one.task._id).join(), run: () => {} }))

test('reports a refusal once, and offers Undo only for what was done', async () => {
  const change = begin([step('a', fine), step('b', refused), step('c', fine)])
  await change.send()
  expect(change.undo?.(null).what).toBe('a,c')
  expect(toasts()).toEqual([`1 of 3 stay as they were. ${clientMessages.forbidden}`])
  await expect(begin([step('a', refused)]).send()).rejects.toBe(refusal)
})

test('once offline, the rest waits in order', async () => {
  const waits: string[] = []
  const change = begin([step('a', fine, waits), step('b', offline, waits), step('c', fine, waits)])
  await change.send()
  expect(change.undo?.(null).what).toBe('a')
  expect(waits).toEqual(['b', 'c'])
  const all = begin([step('a', offline, waits), step('b', fine, waits)])
  await expect(all.send()).rejects.toMatchObject({ code: 'NETWORK' })
  expect(all.wait?.()?.()).toBe(true)
  expect(all.undo?.(null).what).toBe('a,b')
  expect(waits).toEqual(['b', 'c', 'a', 'b'])
})

test('moving any of them anywhere and undoing it restores every column', () => {
  const board = fc.array(fc.constantFrom(...statuses), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(board, fc.func(fc.boolean()), fc.constantFrom(...statuses), (all, isChosen, to) => {
      const tasks = all.map((status, at) => task({ _id: `t${at}`, status }))
      const chosen = statuses.flatMap((status) =>
        tasks.filter((one) => one.status === status && status !== to && isChosen(one._id)),
      )
      const ids = new Set(chosen.map(({ _id }) => _id))
      const steps = chosen.map(({ _id, status }) => {
        const column = columnsOf(tasks)[status].filter((one) => one._id === _id || !ids.has(one._id))
        const above = taskAbove(
          column,
          column.findIndex((one) => one._id === _id),
          _id,
        )
        return { task: task({ _id }), change: moveOf(_id, to), back: moveOf(_id, status, above), left: null }
      })
      const there = together(steps, null).list(tasks)
      expect(chosen.every(({ _id }) => there.find((one) => one._id === _id)?.status === to)).toBe(true)
      const back = steps.toReversed().map((one) => ({ ...one, change: one.back }))
      const idsOf = (list: readonly Task[]) =>
        statuses.map((status) => columnsOf(list)[status].map(({ _id }) => _id))
      expect(idsOf(together(back, null).list(there))).toEqual(idsOf(tasks))
    }),
  )
})

test('undoing any chain of moves and edits from its end restores the board', () => {
  const which = fc.nat(9)
  const edit = fc.oneof(
    fc.record({ title: fc.string({ minLength: 2, maxLength: 4 }) }),
    fc.record({ dueOn: fc.constantFrom('2031-03-01', '2031-03-02', null) }),
    fc.record({ assignee: fc.constantFrom({ _id: 'bo', name: 'Bo', avatar: null }, null) }),
  )
  const step = fc.oneof(
    fc.record({ which, edit }),
    fc.record({ which, to: fc.constantFrom(...statuses), after: fc.option(which) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const start = Array.from({ length: 10 }, (_, n) =>
        task({ _id: `t${n}`, title: `Task ${n}`, status: statuses[n % 3] ?? 'TODO', dueOn: null }),
      )
      let now = start
      const backs: Bare[] = []
      for (const given of steps) {
        const one = now.find(({ _id }) => _id === `t${given.which}`)
        if (!one) throw new Error('all ten stay there')
        const { _id, status } = one
        const column = columnsOf(now)[status]
        if ('edit' in given) {
          backs.push(patchOf(_id, previousOf(one, given.edit)))
          now = patchOf(_id, given.edit).list(now)
        } else {
          backs.push(moveOf(_id, status, taskAbove(column, column.indexOf(one), _id)))
          now = moveOf(_id, given.to, given.after === null ? null : `t${given.after}`).list(now)
        }
      }
      const end = backs.toReversed().reduce((tasks, back) => back.list(tasks), now)
      expect(columnsOf(end)).toEqual(columnsOf(start))
    }),
  )
})

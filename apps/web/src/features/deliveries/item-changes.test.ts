import { changeDelivery } from '@wingmark/contract/deliveries'
import type { Transfer } from '@wingmark/contract/transfers'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { answerLocally } from '#web/lib/local-answers'
import { after, behind, changeOf, type ItemInput, shownOf } from './item-changes.ts'

// The module reads the session when imported.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }))

const known = ['a', 'b', 'c', 'd'].map((id) => ({ _id: id }) as Transfer)
const idsOf = (inputs: readonly ItemInput[], from = known) =>
  shownOf(after(from, inputs)).map(({ _id }) => _id)
const move = (item: string, ...before: string[]): ItemInput => ({
  kind: 'move',
  name: item,
  items: [item],
  before,
})
const remove = (item: string): ItemInput => ({ kind: 'remove', name: item, items: [item] })

const id = fc.constantFrom('a', 'b', 'c', 'd')
const anyChange = fc.oneof(
  fc
    .tuple(id, fc.option(id, { nil: undefined }))
    .map(([one, before]) => move(one, ...(before ? [before] : []))),
  id.map(remove),
  id.map(
    (one): ItemInput => ({
      kind: 'exchange',
      name: one,
      version: 2,
      items: ['new'],
      gone: [one],
      before: [],
    }),
  ),
)

/** Its place is that of the file it replaces. */
const asMade = (input: ItemInput, before: ReturnType<typeof after>): ItemInput =>
  input.kind === 'exchange' ? { ...input, before: behind(before, input.gone) } : input

test('a change and its inverse leave the files as they were', () => {
  fc.assert(
    fc.property(fc.array(anyChange), anyChange, (earlier, made) => {
      const before = after(known, earlier)
      const input = asMade(made, before)
      fc.pre(
        (input.kind === 'exchange' ? input.gone : input.items).every((item) => before.order.includes(item)),
      )
      const inverse = changeOf(input).invert?.(before, input)
      if (!inverse) throw new Error('each can be undone')
      expect(idsOf([...earlier, input, inverse])).toEqual(before.order)
      expect(changeOf(input).messages.done?.(input)).toMatch(
        /“.+” (moved|removed|replaced with version \d+)$/,
      )
    }),
  )
})

test('a change under way shows, and changes nothing once done', () => {
  const changes = [move('d', 'b'), remove('c'), move('a')]
  expect(idsOf(changes)).toEqual(['d', 'b', 'a'])
  for (let n = 0; n <= changes.length; n++)
    expect(idsOf(changes, shownOf(after(known, changes.slice(0, n))))).toEqual(['d', 'b', 'a'])
})

test('Undo puts a file before the next one that is left', async () => {
  const bodies: unknown[] = []
  const stop = answerLocally(async (route, { body }) => {
    if (route === changeDelivery) bodies.push(body)
    return { result: {} }
  })
  onTestFinished(stop)
  const before = after(known, [])
  const send = (input: ItemInput, order: readonly string[]) =>
    changeOf(input).send({ delivery: 'x', order, saved: () => {} }, input, { key: 'k' })
  for (const input of [move('a', 'd'), remove('a')]) {
    const inverse = changeOf(input).invert?.(before, input)
    // By then someone has removed “b”.
    if (inverse) await send(inverse, ['c', 'd'])
  }
  await send({ kind: 'add', name: '', items: ['e', 'f'], before: null }, ['c'])
  expect(bodies).toEqual([
    { move: { items: ['a'], before: 'c' } },
    { add: ['a'], move: { items: ['a'], before: 'c' } },
    { add: ['e', 'f'] },
  ])
})

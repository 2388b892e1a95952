import { changeDelivery, type DeliveryDetails } from '@wingmark/contract/deliveries'
import { moveBefore } from '@wingmark/contract/file-order'
import { isolated } from '@wingmark/contract/names'
import type { RouteBodyInput } from '@wingmark/contract/route'
import type { Transfer } from '@wingmark/contract/transfers'
import { call } from '#web/lib/api'
import { type Change, changesOf, type InputOf } from '#web/lib/changes/change'
import { number, orNull, shape, text, texts } from '#web/lib/changes/read-kept'

/** The loaded items, removed ones too, and the order of those that are there. */
export type Items = { known: readonly Transfer[]; order: readonly string[] }

type Sending = {
  delivery: string
  /** The order when it was made. */
  order: readonly string[]
  saved: (delivery: DeliveryDetails) => void
}

const about = { name: text, items: texts }
type Added = { kind: 'add'; name: string; items: string[]; before: string[] | null }
type Exchanged = {
  kind: 'exchange'
  name: string
  version: number
  items: string[]
  gone: string[]
  before: string[]
}
const change = changesOf<Items, object, Sending, never, Added | Exchanged>()

/** Of these, the first that is there; null: the end. */
const firstOf = (before: readonly string[], order: readonly string[]) =>
  before.find((one) => order.includes(one)) ?? null

/** What follows an item, nearest first. */
export const behind = ({ order }: Items, [item = '']: readonly string[]) =>
  order.slice(order.indexOf(item) + 1)

const placed = ({ known, order }: Items, items: string[], before: readonly string[]): Items => ({
  known,
  order: moveBefore([...order], items, firstOf(before, order)),
})

async function send({ delivery, saved }: Sending, body: RouteBodyInput<typeof changeDelivery>) {
  saved((await call(changeDelivery, { params: { id: delivery }, body })).result)
}

/** Moves items before the first of `before` that is there. */
const moveItems = change('move', shape({ ...about, before: texts }), {
  apply: (state, { items, before }) => placed(state, items, before),
  send: (at, { items, before }) => send(at, { move: { items, before: firstOf(before, at.order) } }),
  invert: (state, input) => ({ ...input, before: behind(state, input.items) }),
  messages: { thing: () => 'file you moved', done: ({ name }) => `“${isolated(name)}” moved` },
})

/** They stay in the sender's own files. */
const removeItems = change('remove', shape(about), {
  apply: ({ known, order }, { items }) => ({ known, order: order.filter((one) => !items.includes(one)) }),
  send: (at, { items }) => send(at, { remove: items }),
  invert: (state, input) => ({ ...input, kind: 'add', before: behind(state, input.items) }),
  messages: { thing: () => 'file you removed', done: ({ name }) => `“${isolated(name)}” removed` },
})

/** Without `before`: at the end, each once. */
const addItems = change('add', shape({ ...about, before: orNull(texts) }), {
  apply({ known, order }, { items, before }) {
    const added = items.filter((item) => known.some(({ _id }) => _id === item) && !order.includes(item))
    return placed({ known, order: [...order, ...added] }, before ? items : added, before ?? [])
  },
  send: (at, { items, before }) =>
    send(at, { add: items, ...(before && { move: { items, before: firstOf(before, at.order) } }) }),
  messages: { thing: () => 'file you added' },
})

/** Puts the current version of a review in the place of the file that holds an earlier one. */
const exchangeItems = change('exchange', shape({ ...about, version: number, gone: texts, before: texts }), {
  apply({ known, order }, { items, gone, before }) {
    const left = order.filter((one) => !gone.includes(one))
    const come = items.filter((item) => known.some(({ _id }) => _id === item) && !left.includes(item))
    return placed({ known, order: [...left, ...come] }, come, before)
  },
  send: (at, { items, gone, before }) =>
    send(at, { remove: gone, add: items, move: { items, before: firstOf(before, at.order) } }),
  invert: (_state, input) => ({ ...input, items: input.gone, gone: input.items }),
  messages: {
    thing: () => 'file you replaced',
    done: ({ name, version }) => `“${isolated(name)}” replaced with version ${version}`,
  },
})

const kinds = { move: moveItems, remove: removeItems, add: addItems, exchange: exchangeItems }

type Inputs = { [Kind in keyof typeof kinds]: InputOf<(typeof kinds)[Kind]> }
export type ItemInput = Inputs[keyof Inputs]

export const changeOf = ({ kind }: ItemInput): Change<ItemInput, Items, object, Sending> => kinds[kind]

/** The items after these changes; repeating a change changes nothing. */
export const after = (known: readonly Transfer[], inputs: readonly ItemInput[]): Items =>
  inputs.reduce<Items>((now, input) => changeOf(input).apply?.(now, input, {}) ?? now, {
    known,
    order: known.map(({ _id }) => _id),
  })

export function shownOf({ known, order }: Items): Transfer[] {
  const byId = new Map(known.map((item) => [item._id, item]))
  return order.flatMap((id) => byId.get(id) ?? [])
}

import { randomUUID } from 'node:crypto'
import { listTransfers } from '@wingmark/contract/transfers'
import fc from 'fast-check'
import { expect, inject, test, vi } from 'vitest'
import type { Node as Kept, Tree } from '../apps/web/src/features/transfers/changes/transfer-change.ts'
import type { TransferActions } from '../apps/web/src/features/transfers/changes/transfer-changes.ts'
import type { Undo } from '../apps/web/src/features/transfers/in-steps.ts'
import { sampleActions } from '../apps/web/src/features/transfers/sample-source.ts'
import { serverActions } from '../apps/web/src/features/transfers/server-actions.ts'
import type { Item } from '../apps/web/src/features/transfers/transfer-source.ts'
import { call } from '../apps/web/src/lib/api.ts'
import { ApiError } from '../apps/web/src/lib/api-error.ts'
import { startSession } from '../apps/web/src/lib/session.ts'
import { createValue } from '../apps/web/src/lib/store.ts'
import { newStudio, type Studio } from './studio.ts'

// As in a browser on the server's page.
vi.hoisted(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    removeItem: (name: string) => kept.delete(name),
  })
})
vi.stubGlobal(
  'Request',
  class extends Request {
    constructor(path: string, init: RequestInit) {
      super(new URL(path, inject('wingmarkUrl')), init)
    }
  },
)

type Node = Item & { children: Node[]; line: string }
type Side = { tree: Node[]; actions: TransferActions; undo: Undo | null }
type Step = { kind: (typeof kinds)[number]; picks: number[]; into: number; name: string }

const mostItems = 70
const often = ['create', 'duplicate', 'move', 'undo'] as const
const kinds = ['rename', 'extract', 'remove', 'undo', ...often, ...often] as const
// One letter is in all names, so that searching for it lists the whole tree.
const names = [
  'New a',
  'a.tar.gz',
  '.a',
  'In/n\\a',
  ' a\ta ',
  'Ä\u200b a',
  ' ',
  'a'.repeat(255),
  'ä'.repeat(256),
]
const step = fc.record({
  kind: fc.constantFrom(...kinds),
  picks: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
  into: fc.nat(),
  name: fc.constantFrom(...names),
})

test('the sample behaves like real transfers in every operation and undo', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 40 }), async (steps) => {
      const studio = await newStudio()
      startSession({ accessToken: studio.token, deviceToken: '' })
      await makeTree(studio)
      await play(steps)
    }),
    { numRuns: 2, endOnFailure: true },
  )
})

/** Some files, and folders almost as deep as allowed. */
async function makeTree(studio: Studio): Promise<void> {
  let parent: string | null = null
  for (let level = 1; level <= 30; level++) {
    const folder: object = { type: 'FOLDER', name: `Level ${level} a`, parent }
    parent = (await studio.call('POST', '/transfer/api/v1', folder)).result._id ?? null
    if (level % 10 === 0) await newFile(studio, `a ${level}.pdf`, parent)
  }
  await newFile(studio, 'Brief a.pdf', null)
}

async function newFile(studio: Studio, name: string, parent: string | null): Promise<void> {
  const form = new FormData()
  form.set('purpose', 'TRANSFER')
  form.set('file', new Blob([name]), name)
  const file = (await studio.call('POST', '/file/api/v1', form)).result._id
  await studio.call('POST', '/transfer/api/v1', { file, name, parent })
}

/** Ids differ between the sides, so items are identified by their place in the generated tree. */
async function play(steps: readonly Step[]): Promise<void> {
  const items = await listServer()
  const sample = createValue<Tree>({ items, deleted: {} })
  const ofSample: Side = { tree: treeOf(items), actions: sampleActions(sample), undo: null }
  const ofServer: Side = { tree: treeOf(items), actions: serverActions((sent) => sent), undo: null }
  let before: string[] = []
  for (const step of steps) {
    const drawn = linesOf(ofSample.tree)
    const did = await take(ofSample, step)
    expect(await take(ofServer, step)).toBe(did)
    ofSample.tree = treeOf(sample.get().items)
    ofServer.tree = treeOf(await listServer())
    expect(linesOf(ofServer.tree)).toEqual(linesOf(ofSample.tree))
    if (did === 'undone') expect(linesOf(ofServer.tree)).toEqual(before)
    if (did === 'done') before = drawn
  }
}

/** Returns the outcome: done, undone, nothing, or why not. */
async function take(side: Side, step: Step): Promise<string> {
  const { undo } = side
  if (step.kind === 'undo') {
    side.undo = null
    await undo?.()
    return undo ? 'undone' : 'nothing'
  }
  try {
    const done = await act(side.actions, flat(side.tree), step)
    if (done) side.undo = done
    return done ? 'done' : 'nothing'
  } catch (error) {
    return reasonOf(error)
  }
}

/** Null without an item for it, or with enough of them. */
async function act(actions: TransferActions, all: readonly Node[], step: Step): Promise<Undo | null> {
  const folders = all.filter((node) => node.type === 'FOLDER')
  const parent = [null, ...folders][step.into % (folders.length + 1)]?.id ?? null
  const at = new Date().toISOString()
  if (step.kind === 'create')
    return actions.run({ kind: 'create', id: randomUUID(), name: step.name, parent, at }, [])
  const from = step.kind === 'extract' ? folders : all
  const [first, ...rest] = new Set(step.picks.flatMap((pick) => from[pick % from.length] ?? []))
  if (!first) return null
  const some = [first, ...rest]
  const ids = some.map(({ id }) => id)
  switch (step.kind) {
    case 'rename':
      return actions.run({ kind: 'rename', id: first.id, name: step.name }, some)
    case 'duplicate':
      if (all.length > mostItems) return null
      return actions.run({ kind: 'copy', ids, copies: randomUUID(), at }, some)
    case 'move':
      return actions.run({ kind: 'move', ids, parent, where: '' }, some)
    case 'extract':
      return actions.run({ kind: 'extract', id: first.id }, some)
    case 'remove':
      return actions.run({ kind: 'remove', ids, deletion: randomUUID() }, some)
    case 'undo':
      return null
  }
}

const reasonOf = (error: unknown) => {
  if (error instanceof ApiError) return Object.values(error.errors)[0] ?? error.message
  return error instanceof Error ? error.message : String(error)
}

async function listServer(cursor?: string): Promise<Kept[]> {
  const query = { word: 'a', limit: 100, ...(cursor && { cursor }) }
  const { results, nextCursor } = await call(listTransfers, { query })
  const items = results.map(({ _id, ...item }) => ({ ...item, id: _id }))
  return nextCursor === null ? items : [...items, ...(await listServer(nextCursor))]
}

/** Sorted only by content. */
function treeOf(items: readonly Kept[], parent: string | null = null): Node[] {
  return items
    .filter((item) => item.parent === parent)
    .map((item) => {
      const children = treeOf(items, item.id)
      const line = `${item.type} ${item.name} ${item.size} [${children.map((child) => child.line)}]`
      return { ...item, itemCount: children.length, thumbnailUrl: null, children, line }
    })
    .toSorted((a, b) => (a.line < b.line ? -1 : 1))
}

const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children)])
const linesOf = (nodes: readonly Node[], indent = ''): string[] =>
  nodes.flatMap(({ type, name, size, children }) => [
    `${indent}${type} ${name} ${size}`,
    ...linesOf(children, `${indent}  `),
  ])

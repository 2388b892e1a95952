import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstSample } from '../sample-store.ts'
import type { Tree } from './transfer-change.ts'
import { after, changeOf, type TransferInput } from './transfer-changes.ts'

const at = '2026-01-15T12:00:00.000Z'
const names = ({ items }: Tree, parent: string | null = null) =>
  items.filter((item) => item.parent === parent).map((item) => item.name)
/** The place in the list says nothing: each screen sorts it. */
const shownOf = ({ items }: Tree) => items.toSorted((a, b) => (a.id < b.id ? -1 : 1))

test('a folder is extracted into its parent', () => {
  const extracted = after(firstSample, [{ kind: 'extract', id: 'posters' }])
  expect(names(extracted, 'print')).toEqual(['poster-a.pdf', 'poster-b.pdf'])
})

test('a duplicate has the same content under another name', () => {
  const copied = after(firstSample, [{ kind: 'copy', ids: ['print', 'brief'], copies: 'c', at }])
  expect(names(copied)).toEqual(['Print copy', 'Brief copy.pdf', 'Logo, final', 'Print', 'Brief.pdf'])
  expect(names(copied, 'c print/posters')).toEqual(['poster-a.pdf', 'poster-b.pdf'])
})

test('nothing moves into itself', () => {
  const input: TransferInput = { kind: 'move', ids: ['print'], parent: 'posters', where: 'Posters' }
  expect(() => after(firstSample, [input])).toThrow('A folder can’t be moved into itself.')
})

test('names and depth follow the rules of real transfers', () => {
  const create = (tree: Tree, id: string, name: string, parent: string | null = null) =>
    after(tree, [{ kind: 'create', id, name, parent, at }])
  expect(names(create(firstSample, 'a', ' In/ner '))).toContain('In_ner')
  expect(names(after(firstSample, [{ kind: 'rename', id: 'brief', name: 'a\\b' }]))).toContain('a_b')
  expect(() => create(firstSample, 'a', ' ')).toThrow('Please enter a folder name')
  expect(() => create(firstSample, 'a', 'a'.repeat(256))).toThrow('A file name can have at most 255')
  let deep = create(firstSample, '1', 'Level 1')
  for (let level = 2; level <= 32; level++) deep = create(deep, `${level}`, `Level ${level}`, `${level - 1}`)
  expect(() => create(deep, '33', 'Level 33', '32')).toThrow('Folders can be nested at most 32 deep.')
  const move = (id: string, parent: string) => after(deep, [{ kind: 'move', ids: [id], parent, where: '' }])
  expect(() => move('print', '31')).toThrow('Folders can be nested at most 32 deep.')
  expect(names(move('print', '30'), '30')).toContain('Print')
  expect(names(move('brief', '32'), '32')).toEqual(['Brief.pdf'])
})

test('changes and their inverses, last one first, leave what was there; no folder contains itself', () => {
  const kinds = fc.constantFrom('create', 'rename', 'copy', 'move', 'extract', 'remove')
  const step = fc.record({
    kind: kinds,
    some: fc.array(fc.nat(20), { minLength: 1, maxLength: 3 }),
    into: fc.nat(20),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let tree: Tree = firstSample
      const done: { before: Tree; inverse: TransferInput }[] = []
      for (const [n, { kind, some, into }] of steps.entries()) {
        const ids = [...new Set(some.flatMap((one) => tree.items[one % tree.items.length]?.id ?? []))]
        const [id] = ids
        if (id === undefined || tree.items.length > 100) continue
        const folders = [null, ...tree.items.filter((item) => item.type === 'FOLDER').map((item) => item.id)]
        const parent = folders[into % folders.length] ?? null
        const inputs: Record<typeof kind, TransferInput> = {
          create: { kind: 'create', id: `new ${n}`, name: 'New', parent, at },
          rename: { kind: 'rename', id, name: `Renamed ${n}` },
          copy: { kind: 'copy', ids, copies: `c${n}`, at },
          move: { kind: 'move', ids, parent, where: 'there' },
          extract: { kind: 'extract', id },
          remove: { kind: 'remove', ids, deletion: `d${n}` },
        }
        const input = inputs[kind]
        const inverse = changeOf(input).invert?.(tree, input)
        if (!inverse) throw new Error('each can be undone')
        try {
          const next = after(tree, [input])
          for (const item of next.items) expect(depth(next, item.id)).toBeLessThan(200)
          done.push({ before: tree, inverse })
          tree = next
        } catch (error) {
          expect(String(error)).toMatch(/moved into itself|32 deep/)
        }
        expect(changeOf(input).messages.done?.(input, 'Things')).toMatch(/\w/)
      }
      for (const { before, inverse } of done.toReversed()) {
        tree = after(tree, [inverse])
        expect(shownOf(tree)).toEqual(shownOf(before))
      }
    }),
  )
})

function depth({ items }: Tree, id: string): number {
  const seen = new Set<string>()
  for (let at: string | null = id; at !== null; at = items.find((item) => item.id === at)?.parent ?? null) {
    if (seen.has(at)) return 1_000
    seen.add(at)
  }
  return seen.size
}

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstSample, type Sample, type SampleOperation, stepSample } from './sample-store.ts'

const at = '2026-01-15T12:00:00.000Z'
const names = ({ items }: Sample, parent: string | null = null) =>
  items.filter((item) => item.parent === parent).map((item) => item.name)

test('extracts a folder into its parent, and undo restores it', () => {
  const extracted = stepSample(firstSample, { type: 'extract', id: 'posters' })
  expect(names(extracted, 'print')).toEqual(['poster-a.pdf', 'poster-b.pdf'])
  expect(stepSample(extracted, { type: 'undo' }).items).toEqual(firstSample.items)
})

test('a duplicate has the same content under another name', () => {
  let count = 0
  const newId = () => `copy-${count++}`
  const copied = stepSample(firstSample, { type: 'duplicate', ids: ['print', 'brief'], newId, at })
  expect(names(copied)).toEqual(['Print copy', 'Brief copy.pdf', 'Logo, final', 'Print', 'Brief.pdf'])
  expect(names(copied, 'copy-1')).toEqual(['poster-a.pdf', 'poster-b.pdf'])
})

test('nothing moves into itself', () => {
  expect(() => stepSample(firstSample, { type: 'move', ids: ['print'], parent: 'posters' })).toThrow(
    'A folder can’t be moved into itself.',
  )
})

test('names and depth follow the rules of real transfers', () => {
  const create = (sample: Sample, id: string, name: string, parent: string | null = null) =>
    stepSample(sample, { type: 'create', id, name, parent, at })
  expect(names(create(firstSample, 'a', ' In/ner '))).toContain('In_ner')
  expect(names(stepSample(firstSample, { type: 'rename', id: 'brief', name: 'a\\b' }))).toContain('a_b')
  expect(() => create(firstSample, 'a', ' ')).toThrow('Please enter a folder name')
  expect(() => create(firstSample, 'a', 'a'.repeat(256))).toThrow('A file name can have at most 255')
  let deep = create(firstSample, '1', 'Level 1')
  for (let level = 2; level <= 32; level++) deep = create(deep, `${level}`, `Level ${level}`, `${level - 1}`)
  expect(() => create(deep, '33', 'Level 33', '32')).toThrow('Folders can be nested at most 32 deep.')
  const move = (id: string, parent: string) => stepSample(deep, { type: 'move', ids: [id], parent })
  expect(() => move('print', '31')).toThrow('Folders can be nested at most 32 deep.')
  expect(names(move('print', '30'), '30')).toContain('Print')
  expect(names(move('brief', '32'), '32')).toEqual(['Brief.pdf'])
})

test('undo inverts any latest change, and no folder contains itself', () => {
  const kinds = fc.constantFrom('create', 'rename', 'duplicate', 'move', 'extract', 'remove')
  fc.assert(
    fc.property(fc.array(fc.record({ kind: kinds, one: fc.nat(20), other: fc.nat(20) })), (steps) => {
      let sample = firstSample
      let made = 0
      for (const { kind, one, other } of steps.slice(0, 12)) {
        const { items } = sample
        const id = items[one % Math.max(1, items.length)]?.id ?? ''
        const parent = [null, ...items.filter((item) => item.type === 'FOLDER').map((item) => item.id)]
        const into = parent[other % parent.length] ?? null
        const newId = () => `new-${made++}`
        const operations: Record<string, SampleOperation> = {
          create: { type: 'create', id: newId(), name: 'New', parent: into, at },
          rename: { type: 'rename', id, name: 'Renamed' },
          duplicate: { type: 'duplicate', ids: [id], newId, at },
          move: { type: 'move', ids: [id], parent: into },
          extract: { type: 'extract', id },
          remove: { type: 'remove', ids: [id] },
        }
        const operation = operations[kind]
        if (!operation || items.length > 200) return
        let next: Sample
        try {
          next = stepSample(sample, operation)
        } catch {
          continue
        }
        expect(stepSample(next, { type: 'undo' }).items).toEqual(items)
        for (const item of next.items) expect(depth(next, item.id)).toBeLessThan(200)
        sample = next
      }
    }),
  )
})

function depth({ items }: Sample, id: string): number {
  const seen = new Set<string>()
  for (let at: string | null = id; at !== null; at = items.find((item) => item.id === at)?.parent ?? null) {
    if (seen.has(at)) return 1_000
    seen.add(at)
  }
  return seen.size
}

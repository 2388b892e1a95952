import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Figure, figuresTable, mergeFigures, writeFigures } from '../bench/support/figures.ts'

const figure: Figure = {
  bench: 'start',
  what: 'later start',
  ours: 0.5,
  peer: 1,
  unit: 's',
  limit: { atMost: 0.8 },
  isAbsolute: false,
  ratio: null,
  date: '2026-11-21',
  load: 1.5,
}
const tableOf = (figures: readonly Figure[]) =>
  `<!-- figures -->\n${figuresTable(figures)}\n<!-- end of figures -->\n`

/** A repository of one module and one document. */
function repository(document: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'wingmark-documents-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const files = {
    'package.json': '{ "scripts": { "bench": "true" } }',
    'README.md': document,
    'apps/server/src/modules/access/policy.ts': '',
    'bench/figures.json': JSON.stringify([figure]),
    'bench/README.md': tableOf([figure]),
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

function check(folder: string) {
  const script = resolve(import.meta.dirname, 'check-documents.ts')
  const { status, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' })
  return { status, said: stderr.trim() }
}

test('a document may name a path from the root or from any folder below it', () => {
  const names = ['apps/server/src/modules/access', 'modules/access', 'access/policy', 'policy.ts']
  const document = names.map((name) => `\`${name}\``).join(', ')
  expect(check(repository(`${document}, \`image/png\`, \`DATA_DIR/mail\``))).toEqual({ status: 0, said: '' })
})

test.each(['modules/files/arriving', 'access/policies', 'service.ts', 'docs/operating.md'])(
  'a document that names %s, which is not there, fails the check',
  (name) => {
    expect(check(repository(`See \`${name}\`.`))).toEqual({
      status: 1,
      said: `README.md: \`${name}\` is not there.`,
    })
  },
)

test('a table that differs from the measured figures fails the check, and a run rewrites it', () => {
  const folder = repository('')
  writeFileSync(join(folder, 'bench/README.md'), tableOf([{ ...figure, ours: 0.4 }]))
  expect(check(folder).said).toContain('run `npm run figures`')
  writeFigures([{ ...figure, ours: 2 }], folder)
  expect(check(folder)).toEqual({ status: 0, said: '' })
})

test('a row says what was measured, its ratio, and whether its limit was missed', () => {
  const rows = figuresTable([
    figure,
    { ...figure, ours: 2, isAbsolute: true },
    { ...figure, ours: null, peer: null, ratio: 1.25, load: null },
  ])
  expect(rows.split('\n').slice(2)).toEqual([
    '| start: later start | 0.5 s | 1 s | 0.5 | ≤ 0.8 | 2026-11-21 | 1.5 |',
    '| start: later start | 2 s | 1 s | 2 | ≤ 0.8, missed | 2026-11-21 | 1.5 |',
    '| start: later start | | | 1.25 | ≤ 0.8, missed | 2026-11-21 | |',
  ])
})

test('a whole run replaces all figures of its measurement, a part of one only those of the same name', () => {
  const before = [figure, { ...figure, what: 'first start' }, { ...figure, bench: 'upload' }]
  const now = [{ ...figure, ours: 0.7 }]
  const names = (isWhole: boolean) =>
    mergeFigures(before, now, isWhole).map(({ bench, what, ours }) => `${bench} ${what} ${ours}`)
  expect(names(true)).toEqual(['start later start 0.7', 'upload later start 0.5'])
  expect(names(false)).toEqual(['start first start 0.5', 'start later start 0.7', 'upload later start 0.5'])
})

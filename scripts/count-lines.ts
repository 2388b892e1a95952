/** `npm run lines -- REVISION`: the product's lines by folder, at that revision and now; tests do not count. */
import { execFileSync } from 'node:child_process'

const most = 64 * 1024 * 1024
const product = ['apps/*/src/**/*.ts', 'apps/*/src/**/*.tsx', 'apps/*/src/**/*.css', 'packages/*/src/**/*.ts']

/** Of `git grep -c`, whose rows are `path:lines`. */
export function linesByFolder(rows: string): Map<string, number> {
  const folders = new Map<string, number>()
  for (const row of rows.split('\n')) {
    const [, path = '', lines] = /^(?:[^:]*:)?([^:]+):(\d+)$/.exec(row) ?? []
    if (path === '' || /\.test\.tsx?$/.test(path)) continue
    // A domain of a part: `apps/web/src/features/messages`.
    const folder = path.split('/').slice(0, -1).slice(0, 5).join('/')
    folders.set(folder, (folders.get(folder) ?? 0) + Number(lines))
  }
  return folders
}

/** Changed folders and the whole, as rows of before, after and difference. */
export function compareLines(before: Map<string, number>, after: Map<string, number>): string[] {
  const sum = (lines: Map<string, number>) => [...lines.values()].reduce((one, other) => one + other, 0)
  const row = (folder: string, from: number, to: number) =>
    [from, to, to - from].map((count) => String(count).padStart(8)).join('') + `  ${folder}`
  const folders = [...new Set([...before.keys(), ...after.keys()])].sort()
  return [
    ...folders.flatMap((folder) => {
      const [from, to] = [before.get(folder) ?? 0, after.get(folder) ?? 0]
      return from === to ? [] : row(folder, from, to)
    }),
    row('all', sum(before), sum(after)),
  ]
}

/** Without a revision, of the files as they are. */
const count = (...revision: string[]) =>
  linesByFolder(
    execFileSync(
      'git',
      [
        'grep',
        ...(revision.length > 0 ? [] : ['--untracked']),
        '-c',
        '',
        ...revision,
        '--',
        ...product.map((one) => `:(glob)${one}`),
      ],
      {
        encoding: 'utf8',
        maxBuffer: most,
      },
    ),
  )

if (import.meta.main) {
  const [revision = 'HEAD'] = process.argv.slice(2)
  console.log(`  before   after  change  folder (before: ${revision})`)
  for (const row of compareLines(count(revision), count())) console.log(row)
}

/** Refuses long functions, but for those of `long-functions.json`, which may only get shorter. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const limits = { server: 60, web: 100, component: 150 }
const rule = 'eslint/max-lines-per-function'

type Diagnostic = { message: string; filename: string }
export type LongFunction = { name: string; lines: number }

/** Of the linter's JSON, those above their own limit, by file and name. */
export function longFunctionsIn(diagnostics: readonly Diagnostic[]): LongFunction[] {
  return diagnostics.flatMap(({ message, filename }) => {
    if (/\.test\.tsx?$/.test(filename)) return []
    const called = /`(.*?)`/.exec(message)?.[1] ?? '(anonymous)'
    const lines = Number(/\((\d+)\)/.exec(message)?.[1])
    const isComponent = filename.endsWith('.tsx') && /^[A-Z]/.test(called)
    const limit = filename.startsWith('apps/server')
      ? limits.server
      : limits[isComponent ? 'component' : 'web']
    return lines > limit ? [{ name: `${filename} ${called}`, lines }] : []
  })
}

/** Functions that are new or longer, and lines of the list that say too much. */
export function complaintsOf(found: readonly LongFunction[], listed: Record<string, number>): string[] {
  const lines = new Map<string, number>()
  for (const one of found) lines.set(one.name, Math.max(one.lines, lines.get(one.name) ?? 0))
  const longer = [...lines].flatMap(([name, now]) => {
    const before = listed[name]
    if (before === undefined) return [`${name} has ${now} lines: divide it.`]
    return now > before ? [`${name} has grown from ${before} to ${now} lines: divide it.`] : []
  })
  const shorter = Object.entries(listed).flatMap(([name, before]) => {
    const now = lines.get(name)
    if (now === undefined)
      return [`${name} is no longer too long: remove it from scripts/long-functions.json.`]
    return now < before
      ? [`${name} has ${now} lines, not ${before}: say so in scripts/long-functions.json.`]
      : []
  })
  return [...longer, ...shorter]
}

function lint(): Diagnostic[] {
  const folder = mkdtempSync(join(tmpdir(), 'wingmark-functions-'))
  const config = join(folder, 'oxlint.json')
  const least = Math.min(...Object.values(limits))
  writeFileSync(
    config,
    JSON.stringify({ categories: { correctness: 'off' }, rules: { [rule]: ['error', { max: least }] } }),
  )
  try {
    const args = ['-c', config, '--format=json', 'apps/server/src', 'apps/web/src']
    return JSON.parse(runLint(args)).diagnostics
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The linter's exit code is 1 if it finds anything. */
function runLint(args: string[]): string {
  try {
    return execFileSync('oxlint', args, { encoding: 'utf8', maxBuffer: 64e6 })
  } catch (error) {
    return String((error as { stdout: unknown }).stdout)
  }
}

if (import.meta.main) {
  const listed = JSON.parse(readFileSync(join(import.meta.dirname, 'long-functions.json'), 'utf8'))
  const complaints = complaintsOf(longFunctionsIn(lint()), listed)
  for (const one of complaints) console.error(one)
  console.log(
    `functions: ${Object.keys(listed).length} are longer than ${Object.values(limits).join(', ')} lines.`,
  )
  process.exitCode = complaints.length === 0 ? 0 : 1
}

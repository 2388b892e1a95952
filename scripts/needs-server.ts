import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** What starts the application, or gives a test a database. */
const starters = /apps\/server\/test\/(start-test-app|test-database|running-server)\.ts$/

/** Whether a test file of the server starts it or its database: by what it imports, and what that imports of the tests. */
export function needsServer(file: string, seen = new Set<string>()): boolean {
  if (starters.test(file)) return true
  if (seen.has(file)) return false
  seen.add(file)
  return [...readFileSync(file, 'utf8').matchAll(/from '(\.[^']+\.ts)'/g)]
    .map(([, path = '']) => resolve(dirname(file), path))
    .filter((path) => path.includes('/apps/server/test/'))
    .some((path) => needsServer(path, seen))
}

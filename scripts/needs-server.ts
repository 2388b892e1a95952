import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** What starts the application, or gives a test a database. */
const starters = /apps\/server\/test\/(start-test-app|test-database|running-server)\.ts$/

/** Whether a server test file starts the server or its database, by its imports, followed through the tests. */
export function needsServer(file: string, seen = new Set<string>()): boolean {
  if (starters.test(file)) return true
  if (seen.has(file)) return false
  seen.add(file)
  return [...readFileSync(file, 'utf8').matchAll(/from '(\.[^']+\.ts)'/g)]
    .map(([, path = '']) => resolve(dirname(file), path))
    .filter((path) => path.includes('/apps/server/test/'))
    .some((path) => needsServer(path, seen))
}

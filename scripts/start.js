// @ts-check
// Plain JavaScript, so that any Node can say what it lacks and the server's process stays small.
import { spawnSync } from 'node:child_process'
import module from 'node:module'
import { join } from 'node:path'

const neededNode = 24

/** @param {string} sentence @param {number} [code] @returns {never} */
const stop = (sentence, code = 1) => {
  process.stderr.write(`${sentence}\n`)
  process.exit(code)
}

if (Number.parseInt(process.versions.node, 10) < neededNode) {
  stop(
    `Wingmark runs on Node ${neededNode} and this is ${process.version}: run npm install with optional packages, which brings it on Linux, or install Node ${neededNode}.`,
  )
}

const { root, staleParts } = await import('./freshness.js')
const stale = staleParts()
if (stale.length > 0) {
  const build = spawnSync(process.execPath, [join(root, 'scripts/build.ts'), ...stale], { stdio: 'inherit' })
  if (build.signal !== null) process.exit(130)
  if (build.status !== 0) stop('Wingmark could not be built, see above.')
}

process.env['NODE_ENV'] ??= 'production'
module.enableCompileCache(join(root, 'apps/server/dist/compile-cache'))
await import(join(root, 'apps/server/dist/main.js'))

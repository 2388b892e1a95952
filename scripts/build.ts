import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { buildServer } from '../apps/server/build-server.ts'
import { everyPart, fingerprint, markFresh, root } from './freshness.js'

/** In a separate process, at the same time as the server's bundle. */
const buildWeb = () =>
  new Promise<void>((resolve, reject) => {
    const webRoot = join(root, 'apps/web')
    const vite = createRequire(join(webRoot, 'package.json')).resolve('vite/package.json')
    const child = spawn(
      process.execPath,
      [join(dirname(vite), 'bin/vite.js'), 'build', '--logLevel', 'warn'],
      {
        cwd: webRoot,
        stdio: 'inherit',
        // Under any caller: a build started by tests would otherwise have no service worker.
        env: { ...process.env, NODE_ENV: 'production' },
      },
    )
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error('The web app could not be built.')),
    )
  })

const builders = { server: buildServer, web: buildWeb }

const wanted = process.argv.slice(2)
const parts = everyPart().filter((part) => wanted.length === 0 || wanted.includes(part))
const started = performance.now()
console.log(`Building ${parts.join(' and ')} …`)
await Promise.all(
  parts.map(async (part) => {
    const print = fingerprint(part)
    await builders[part]()
    return { part, print }
  }),
)
  .then((built) => {
    for (const { part, print } of built) markFresh(part, print)
    console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  })
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })

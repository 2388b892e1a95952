import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { root } from './freshness.js'

const webRoot = join(root, 'apps/web')
const hasWeb = existsSync(join(webRoot, 'index.html'))

/** Developers open Vite's address, which passes API paths on to the server. */
const environment = {
  ...process.env,
  PUBLIC_URL: process.env['PUBLIC_URL'] ?? (hasWeb ? 'http://localhost:5173' : undefined),
  WINGMARK_SERVER: process.env['WINGMARK_SERVER'] ?? `http://127.0.0.1:${process.env['PORT'] ?? 3000}`,
  NODE_COMPILE_CACHE: join(root, '.cache/compile'),
}

const run = (args: string[], cwd: string) =>
  spawn(process.execPath, args, { cwd, stdio: 'inherit', env: environment })

const viteProgram = () =>
  join(dirname(createRequire(join(webRoot, 'package.json')).resolve('vite/package.json')), 'bin/vite.js')

const server = run(['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], root)
const web = hasWeb ? run([viteProgram()], webRoot) : null
const children = web === null ? [server] : [server, web]

const stopAll = () => {
  for (const child of children) child.kill('SIGTERM')
}

process.on('SIGTERM', stopAll)
// The terminal sends Ctrl-C to the children as well; this process only outlives them.
process.on('SIGINT', () => {})
for (const child of children) {
  child.once('exit', (code) => {
    process.exitCode ??= code ?? 0
    stopAll()
  })
}

/** A newcomer's `npm install` in a clean copy, with an empty cache. Needs the registry: runs only when named. */
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finish, report } from './report.ts'
import { copyRepository } from './support/copy-repository.ts'

const folder = await mkdtemp(join(tmpdir(), 'wingmark-bench-'))
try {
  const root = await copyRepository(join(folder, 'clone'), { withPackages: false })
  const from = performance.now()
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], {
    cwd: root,
    env: { ...process.env, npm_config_cache: join(folder, 'cache') },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error('npm install failed')
  const seconds = (performance.now() - from) / 1000
  finish([report({ what: 'npm install', ours: seconds, peer: null, unit: 's', limit: { atMost: 180 } })])
} finally {
  await rm(folder, { recursive: true, force: true })
}

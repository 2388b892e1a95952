/** Checks the types of every part. Skips unchanged ones. */
import { spawnSync } from 'node:child_process'

const parts = ['packages/contract', 'apps/server', 'apps/web', '.']
// Several checkers of one part check much of it twice; parts already run in parallel.
process.exit(spawnSync('tsc', ['--build', '--checkers', '1', ...parts], { stdio: 'inherit' }).status ?? 1)

/** Checks the types of every part. What has not changed since is not checked again. */
import { spawnSync } from 'node:child_process'

const parts = ['packages/contract', 'apps/server', 'apps/web', '.']
// Several checkers of one part check much of it twice; parts are checked side by side as it is.
process.exit(spawnSync('tsc', ['--build', '--checkers', '1', ...parts], { stdio: 'inherit' }).status ?? 1)

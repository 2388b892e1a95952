/** Checks the types of every part. What has not changed since is not checked again. */
import { spawnSync } from 'node:child_process'

const parts = ['packages/contract', 'apps/server', 'apps/web', '.']
process.exit(spawnSync('tsc', ['--build', ...parts], { stdio: 'inherit' }).status ?? 1)

/** Checks the types of every part, all at the same time. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const parts = ['packages/contract', 'apps/server', 'apps/web', '.']
const codes = await Promise.all(
  parts.map(async (part) => {
    const [code] = await once(spawn('tsc', ['--project', part], { stdio: 'inherit' }), 'exit')
    return Number(code)
  }),
)
process.exit(codes.every((code) => code === 0) ? 0 : 1)

/** `npm run check`: runs its parts in two parallel rows and prints each part's whole output, also after failures. */
import { spawn } from 'node:child_process'

const script = (name: string) => [process.execPath, `scripts/${name}.ts`]

/** The two type checks take longest, and a core each; neither row waits for the other. */
const rows = [
  [script('check-types'), ['knip']],
  [
    ['npm', 'run', '--silent', 'lint'],
    ['biome', 'check', '--linter-enabled=false', '.'],
    script('check-architecture'),
    script('check-documents'),
    script('check-words'),
    script('check-functions'),
  ],
]

// Less frequent garbage collection: it would take a tenth of the type checkers' time.
const env = {
  GOGC: '400',
  ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
  ...process.env,
}

/** Whether it found nothing. */
function run([command = '', ...args]: string[]): Promise<boolean> {
  return new Promise((done) => {
    const started = performance.now()
    const part = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const said: Buffer[] = []
    for (const stream of [part.stdout, part.stderr]) stream.on('data', (bytes: Buffer) => said.push(bytes))
    part.on('error', (error) => said.push(Buffer.from(`${error.message}\n`)))
    part.on('close', (code) => {
      process.stdout.write(Buffer.concat(said))
      const name = [command === process.execPath ? '' : command, ...args].join(' ').trim()
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      console.log(`${code === 0 ? 'ok' : 'FAILED'}  ${name}, ${seconds} s`)
      done(code === 0)
    })
  })
}

async function runRow(parts: string[][]): Promise<boolean> {
  let isFine = true
  for (const part of parts) isFine = (await run(part)) && isFine
  return isFine
}

const found = await Promise.all(rows.map(runRow))
process.exitCode = found.every(Boolean) ? 0 : 1

import { afterEach } from 'vitest'
import { keepLog } from '../../e2e/keep-evidence.ts'
import { started } from './installation.ts'

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  await keepLog(task, started.map((server) => server.printed()).join('\n'))
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { freePort, runWingmark } from './run-wingmark.ts'

declare module 'vitest' {
  interface ProvidedContext {
    wingmarkUrl: string
    /** Folder with every email as a file. */
    wingmarkMailDir: string
  }
}

/** Vitest global setup: Wingmark in an empty folder. */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'wingmark-e2e-'))
  const wingmark = await runWingmark(dataDir, await freePort())
  project.provide('wingmarkUrl', wingmark.url)
  project.provide('wingmarkMailDir', join(dataDir, 'mail'))
  return async () => {
    await wingmark.stop('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
}

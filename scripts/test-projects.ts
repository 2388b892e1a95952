import { globSync } from 'node:fs'
import { needsServer } from './needs-server.ts'

const serverTests = globSync('apps/server/{src,test}/**/*.test.ts')
const withoutServer = serverTests.filter((file) => !needsServer(file))
const installed = '**/node_modules/**'

/** What `npm test` runs, in its order. */
export const projects = ['pure', 'screens', 'server', 'faults', 'journeys'] as const

type Project = (typeof projects)[number]

/** Which files belong to each. */
export const globs: Record<Project, { include: string[]; exclude: string[] }> = {
  pure: {
    include: [
      'packages/**/*.test.ts',
      'apps/web/{src,build}/**/*.test.ts',
      'scripts/**/*.test.ts',
      ...withoutServer,
    ],
    exclude: [installed],
  },
  screens: { include: ['apps/web/test/screens/*.test.ts'], exclude: [installed] },
  server: { include: ['apps/server/**/*.test.ts'], exclude: [installed, ...withoutServer] },
  faults: { include: ['faults/*.test.ts'], exclude: [installed] },
  journeys: { include: ['e2e/**/*.test.ts'], exclude: [installed] },
}

/** The files of a project, by their paths from the root. */
export function filesOf(project: Project): string[] {
  const { include, exclude } = globs[project]
  return globSync(include, { exclude })
}

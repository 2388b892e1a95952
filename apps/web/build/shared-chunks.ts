import type { Rolldown } from 'vite'

type Context = Rolldown.ChunkingContext

/** From below to above, as files may import each other: so no two of these chunks need each other. */
const layers = [
  // Dragging comes after the page that has it.
  { name: 'dragging', test: /\/node_modules\/(@atlaskit|@babel\/runtime|bind-event-listener|raf-schd)\// },
  { name: 'libraries', test: /\/node_modules\/(?!@mantine)/ },
  { name: 'mantine', test: /\/node_modules\/@mantine\// },
  { name: 'lib', test: /\/packages\/contract\/|\/apps\/web\/src\/lib\// },
  { name: 'ui', test: /\/apps\/web\/src\/ui\// },
] as const
const ofFeature = /\/apps\/web\/src\/features\/([\w-]+)\//
/** The part of comments that sends: other features have it without a composer. */
const ofOutbox = /\/features\/comments\/(cards\/delivery|comment-pages|outbox\/|queries)/
/** Entries of one file each, whatever they share with the application. */
const alone = /\/src\/(service-worker|after-first-design|kept-first-view)\.ts$/

/** What every page starts with. Else the first chunk that imports a piece of it would contain all of it. */
const ofApplication = [
  { debugName: 'libraries of the application', name: 'react', test: /\/node_modules\// },
  { debugName: 'application', name: 'application' },
].map(({ name, ...group }, index) => ({
  ...group,
  name: (id: string, context: Context) => (alone.test(id) || needsZod(id, context) ? null : name),
  tags: ['$initial'] as ['$initial'],
  priority: 20 - index,
}))

/** One chunk for each layer and feature; see decision 27. Modules that need zod stay apart: only forms load them. */
export const sharedChunks = {
  groups: [
    ...ofApplication,
    ...layers.map(({ name, test }, index) => ({
      debugName: name,
      name: (id: string, context: Context) => (needsZod(id, context) ? null : name),
      test,
      minShareCount: 2,
      priority: layers.length - index,
    })),
    {
      debugName: 'features',
      name: (id: string, context: Context) =>
        needsZod(id, context) ? null : ofOutbox.test(id) ? 'outbox' : (ofFeature.exec(id)?.[1] ?? null),
      minShareCount: 2,
    },
  ],
}

const known = new Map<string, boolean>()

function needsZod(id: string, context: Context): boolean {
  const before = known.get(id)
  if (before !== undefined) return before
  const isZod = id.includes('/node_modules/zod/')
  known.set(id, isZod)
  const found = isZod || (context.getModuleInfo(id)?.importedIds ?? []).some((one) => needsZod(one, context))
  known.set(id, found)
  return found
}

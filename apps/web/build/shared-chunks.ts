import type { Rolldown } from 'vite'

type Context = Rolldown.ChunkingContext

/** From below to above, as files may import each other: so no two of these chunks need each other. */
const layers = [
  { name: 'libraries', test: /\/node_modules\// },
  { name: 'lib', test: /\/packages\/contract\/|\/apps\/web\/src\/lib\// },
  { name: 'ui', test: /\/apps\/web\/src\/ui\// },
] as const
const ofFeature = /\/apps\/web\/src\/features\/([\w-]+)\//

/**
 * What several pages share comes in one chunk for each layer and each feature. By itself the bundler makes one for
 * every set of pages: hundreds of a kilobyte, which cost a browser more than all that is in them.
 * What needs zod stays apart, so that only pages with forms load it.
 */
export const sharedChunks = {
  groups: [
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
        needsZod(id, context) ? null : (ofFeature.exec(id)?.[1] ?? null),
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

import { readFile } from 'node:fs/promises'
import type { Comparison } from '@wingmark/contract/compare'
import { parseJson } from '@wingmark/contract/json'
import type { z } from 'zod'
import type { Deps } from '#server/deps'
import * as store from '#server/modules/files/compare/store'
import { closeIfLost, sourceOf } from '#server/modules/files/rendering/service'
import { ComparisonFacts, PagePairsFacts } from '#server/platform/media/comparison-facts'
import { pairInOrder } from '#server/platform/media/pair-pages'
import { renderFailureText } from '#server/platform/media/render'
import { RenderError, type RenderTask, type SourcePage } from '#server/platform/media/render-protocol'

export type { Bytes } from '#server/modules/files/compare/store'

type Found = z.infer<typeof ComparisonFacts>
type Pages = Comparison['pages']

/** These take a few minutes with pauses; longer problems do not go away by themselves. */
const mostTries = 5
const inserted: Found = { rows: [], changed: [{ x: 0, y: 0, width: 1, height: 1 }], share: 1 }

/** The job: compares a page once, for everyone. `tries` includes this one. */
export async function comparePage(deps: Deps, what: store.PageOf, tries: number): Promise<void> {
  const todo = await store.findPageToCompare.first(deps.db.pool, what)
  if (!todo) return
  try {
    const pages = todo.pages ?? (await pairPages(deps, what.comparison, todo))
    const from = pages.find(([, to]) => to === what.page)?.[0] ?? null
    const found = from === null ? inserted : await compareBytes(deps, todo, { from, to: what.page })
    await store.saveFound(deps.db, what, found)
  } catch (error) {
    if (!(error instanceof RenderError) && tries < mostTries) throw error
    await giveUp(deps, what, todo, error)
  }
}

async function giveUp(
  deps: Deps,
  what: store.PageOf,
  { older, newer }: store.PageToCompare,
  error: unknown,
): Promise<void> {
  deps.log.warn({ err: error, ...what }, 'two versions could not be compared')
  const areLost = [await closeIfLost(deps, older.id), await closeIfLost(deps, newer.id)]
  if (areLost.includes(true)) return void (await store.forgetPage.count(deps.db.pool, what))
  const failure = error instanceof RenderError ? error.failure : 'DAMAGED'
  await store.saveError(deps.db, what, renderFailureText(failure))
}

/** Documents that cannot be read through are paired page by page. */
async function pairPages(
  deps: Deps,
  comparison: string,
  { older, newer }: store.PageToCompare,
): Promise<Pages> {
  const inOrder = pairInOrder(older.pageCount, newer.pageCount)
  const pages = await withBoth(deps, { older, newer }, PagePairsFacts, (olderPath, path, output) => ({
    kind: 'pair-pages',
    path,
    older: olderPath,
    output,
  })).catch((error: unknown) => {
    if (!(error instanceof RenderError)) throw error
    return inOrder
  })
  await store.savePages(deps.db, comparison, pages)
  return pages
}

const compareBytes = (
  deps: Deps,
  { older, newer }: store.PageToCompare,
  { from, to }: { from: number; to: number },
): Promise<Found> =>
  withBoth(deps, { older, newer }, ComparisonFacts, (olderPath, path, output) => ({
    kind: 'compare',
    ...sourcePage(newer, path, to),
    older: sourcePage(older, olderPath, from),
    output,
  }))

export function sourcePage(
  { kind, mime }: Pick<store.Bytes, 'kind' | 'mime'>,
  path: string,
  page: number,
): SourcePage {
  return kind === 'PDF' ? { path, page } : { path, svg: mime === 'image/svg+xml' }
}

/** Behind all that is rendered to be seen. */
export async function withBoth<S extends z.ZodType>(
  { storage, renderer }: Deps,
  { older, newer }: Pick<store.PageToCompare, 'older' | 'newer'>,
  shape: S,
  taskOf: (older: string, newer: string, output: string) => RenderTask,
  urgency: 'later' | 'aside' = 'later',
): Promise<z.infer<S>> {
  const output = storage.temporaryPath()
  try {
    await storage.withLocalFile(sourceOf(older), (olderPath) =>
      storage.withLocalFile(sourceOf(newer), (newerPath) =>
        renderer.render(taskOf(olderPath, newerPath, output), urgency),
      ),
    )
    const facts = parseJson(await readFile(output, 'utf8'), shape)
    if (facts === null) throw new RenderError('DAMAGED')
    return facts
  } finally {
    await storage.discardTemporary(output)
  }
}

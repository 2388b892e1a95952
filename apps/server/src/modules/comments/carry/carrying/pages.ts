import type { Marker } from '@wingmark/contract/comments'
import type { Comparison } from '@wingmark/contract/compare'
import type { Deps } from '#server/deps'
import type { VersionBytes } from '#server/modules/comments/carry/carrying/store'
import { sourcePage, withBoth } from '#server/modules/files/compare/rendering/service'
import { CarryFacts } from '#server/platform/media/carry/carry-facts'
import type { CarriedPin } from '#server/platform/media/carry/carry-pins'
import { PagePairsFacts } from '#server/platform/media/comparison-facts'
import { pairInOrder } from '#server/platform/media/pair-pages'
import { RenderError } from '#server/platform/media/render-protocol'

type Both = { source: VersionBytes; onto: VersionBytes }
type Pins = { from: number; to: number; markers: readonly Marker[] }

/** Which pages belong together, older and newer; as in a comparison. */
export async function pairedPages(deps: Deps, { source, onto }: Both): Promise<Comparison['pages']> {
  const inOrder = pairInOrder(source.pageCount, onto.pageCount)
  const areDocuments = source.kind === 'PDF' && onto.kind === 'PDF'
  if (!areDocuments || source.pageCount + onto.pageCount === 2) return inOrder
  const both = { older: source, newer: onto }
  const task = (older: string, path: string, output: string) =>
    ({ kind: 'pair-pages', path, older, output }) as const
  return withBoth(deps, both, PagePairsFacts, task, 'aside').catch((error: unknown) => {
    if (!(error instanceof RenderError)) throw error
    return inOrder
  })
}

/** Where these pins of a page are on another. Throws RenderError. */
export async function carryPage(deps: Deps, { source, onto }: Both, pins: Pins): Promise<CarriedPin[]> {
  const both = { older: source, newer: onto }
  const task = (older: string, path: string, output: string) =>
    ({
      kind: 'carry',
      ...sourcePage(onto, path, pins.to),
      older: sourcePage(source, older, pins.from),
      pins: pins.markers,
      output,
    }) as const
  const found = await withBoth(deps, both, CarryFacts, task, 'aside')
  if (found.length !== pins.markers.length) throw new RenderError('DAMAGED')
  return found
}

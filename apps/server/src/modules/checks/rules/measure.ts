import type { Brief } from '@wingmark/contract/checks'
import type { FileKind, TakenFor } from '#server/modules/checks/rules/medium'
import type { PageFacts } from '#server/platform/media/page-facts'

const mmPerPoint = 25.4 / 72

export const millimetres = (points: number) => points * mmPerPoint

/** Page units per pixel at 1× or per printed point; null for pictures without a printed size. */
export function unitOf({
  kind,
  facts,
  brief,
  takenFor,
}: {
  kind: FileKind
  facts: Pick<PageFacts, 'size'>
  brief: Brief
  takenFor: TakenFor
}): number | null {
  if (kind === 'PDF' || takenFor.medium === 'SCREEN') return takenFor.scale
  return brief.width === null ? null : millimetres(facts.size.width) / brief.width
}

/** It has a bleed, but no trim box. */
export const isCutUnknown = ({ trim, bleed }: Pick<PageFacts, 'trim' | 'bleed'>, { medium }: TakenFor) =>
  medium === 'PRINT' && trim === null && bleed !== null

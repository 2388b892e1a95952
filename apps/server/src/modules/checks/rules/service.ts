import type { Brief, CheckRule } from '@wingmark/contract/checks'
import { findColorsAlike } from '#server/modules/checks/rules/colors'
import { findContrast } from '#server/modules/checks/rules/contrast'
import { findFileFaults } from '#server/modules/checks/rules/file-facts'
import type { Found } from '#server/modules/checks/rules/found'
import { findNarrowMargins } from '#server/modules/checks/rules/margin'
import type { FileKind, TakenFor } from '#server/modules/checks/rules/medium'
import { findLowResolution } from '#server/modules/checks/rules/resolution'
import { findSpelling } from '#server/modules/checks/rules/spelling'
import { findSmallText } from '#server/modules/checks/rules/text-size'
import type { PageFacts } from '#server/platform/media/page-facts'

/** One page with everything rules may know about it. */
export type Judged = {
  kind: FileKind
  page: number
  facts: PageFacts
  brief: Brief
  takenFor: TakenFor
  /** `twins`: names of other files of the review with the same bytes. */
  file: { bytes: number; twins: readonly string[] }
}

type Rule = (judged: Judged) => Found[]

const rules: Record<CheckRule, Rule> = {
  CONTRAST: findContrast,
  TEXT_SIZE: findSmallText,
  RESOLUTION: findLowResolution,
  MARGIN: findNarrowMargins,
  SPELLING: findSpelling,
  COLORS: findColorsAlike,
  FILE: findFileFaults,
}

/** What the chosen rules find on a page, most severe first; each finding once per page. */
export function judge(judged: Judged, chosen: readonly CheckRule[]): Found[] {
  const rank = { HIGH: 0, MEDIUM: 1, LOW: 2 }
  const found = chosen.flatMap((rule) => rules[rule](judged))
  const sorted = found.toSorted((one, other) => rank[one.severity] - rank[other.severity])
  const distinct = new Map<string, Found>()
  for (const one of sorted) if (!distinct.has(one.fingerprint)) distinct.set(one.fingerprint, one)
  return [...distinct.values()]
}

import { Comparison, changedBoxesMax } from '@wingmark/contract/compare'

/** What a render process reports of two pages. */
export const ComparisonFacts = Comparison.pick({ rows: true, changed: true, share: true }).refine(
  ({ changed }) => changed.length <= changedBoxesMax,
)

/** And of the pages of two documents. */
export const PagePairsFacts = Comparison.shape.pages

import { z } from 'zod'
import { Id, IdParams } from './ids.ts'
import { first, one, pageQuery } from './paging.ts'
import { route } from './route.ts'
import { VersionNumber } from './versions.ts'

/** Where a comparison is kept: pairs of versions of one file; the oldest make room. */
export const storedPairsMax = 20
/** Computed for one person or address at the same time; others wait. */
export const comparisonsAtOnce = 2
/** In one answer, from the top; nearby ones are joined until they fit. */
export const changedBoxesMax = 100

const Given = z.preprocess(first, z.coerce.number().pipe(VersionNumber))
const PageNumber = z.int().min(1)

// Both pages are drawn at the same width, with their upper left corners together.
/** Fractions of the newer page: `x` and `width` of its width, all others of its height. */
export const Comparison = z.object({
  // Rows in none of them were removed from the older page, or inserted in the newer one.
  /** Rows that belong together: where they begin in the older and the newer page, and their height. */
  rows: z.array(z.tuple([z.number(), z.number(), z.number()])),
  /** What changed on the newer page, from top to bottom. A box without height: rows were removed there. */
  changed: z.array(z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })),
  /** Changed pixels of both pages, 0 to 1; of inserted and removed rows, those unlike the row before. */
  share: z.number(),
  /** All pages in order, older and newer, from 1; null where one was inserted or removed. */
  pages: z.array(z.tuple([PageNumber.nullable(), PageNumber.nullable()])),
})
export type Comparison = z.infer<typeof Comparison>

export const compareVersions = route({
  method: 'GET',
  path: '/file/api/v1/compare/:id',
  access: 'anyone',
  summary:
    'Compare two versions of a file, or a version of it with one of another file; 404 with Retry-After until it is ready',
  params: IdParams,
  query: z.object({
    from: Given.optional().describe(
      'The older version; the one before `to` by default, and the current one for `with`.',
    ),
    to: Given.optional().describe('The newer version; the current one by default.'),
    with: Id.optional().describe('Another file of the same review, to which `to` belongs.'),
    page: pageQuery().shape.page.describe('The page of the newer file; an inserted page has no rows.'),
  }),
  reply: one(Comparison),
})

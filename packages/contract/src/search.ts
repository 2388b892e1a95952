import { z } from 'zod'
import { Id, Time } from './ids.ts'
import { searchWordMax } from './limits.ts'
import { first, pageQuery } from './paging.ts'
import { route } from './route.ts'
import { storable } from './text.ts'

/** What can be searched, the default first. */
export const searchTabs = [
  'reviews',
  'comments',
  'files',
  'people',
  'transfers',
  'tasks',
  'messages',
] as const
export type SearchTab = (typeof searchTabs)[number]

export const tabNamed = (name: unknown): SearchTab => searchTabs.find((tab) => tab === name) ?? searchTabs[0]

export const SearchHit = z.object({
  _id: Id,
  title: z.string(),
  /** One line around the first searched word; often empty. */
  text: z.string(),
  /** Where it lies, in words; often empty. */
  place: z.string(),
  /** The person who wrote it, or whom it is about. */
  person: z.object({ _id: Id.nullable(), name: z.string(), avatar: z.string().nullable() }).nullable(),
  pictureUrl: z.string().nullable(),
  /** The page of the web app that opens it at its exact place. */
  path: z.string(),
  at: Time,
})
export type SearchHit = z.infer<typeof SearchHit>

const tooLong = `Search for at most ${searchWordMax} characters.`

export const search = route({
  method: 'GET',
  path: '/search/api/v1',
  access: 'user',
  summary: 'Search what the caller can read by beginnings of words; an unknown tab is the first one',
  query: pageQuery().extend({
    tab: z
      .preprocess((value) => tabNamed(first(value)), z.enum(searchTabs))
      .optional()
      .default(searchTabs[0]),
    word: z
      .preprocess(
        (value) => first(value) ?? '',
        z.string().max(searchWordMax, { error: tooLong }).transform(storable),
      )
      .optional()
      .default(''),
  }),
  reply: z.object({
    success: z.literal(true),
    tab: z.enum(searchTabs),
    results: z.array(SearchHit),
    /** For each tab; counting stops at 1,000. */
    counts: z.record(z.enum(searchTabs), z.int()),
    currentPage: z.int(),
    totalPages: z.int(),
    total: z.int(),
  }),
})

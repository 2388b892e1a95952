import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Fix, type Fixes, listFixes } from '@wingmark/contract/carry'
import type { Comment } from '@wingmark/contract/comments'
import type { ReviewEvent } from '@wingmark/contract/live'
import { call } from '#web/lib/api'
import { shareTokenOf } from '#web/lib/share-token'

const fixKeys = {
  all: ['fixes'] as const,
  of: (fileId: string) => ['fixes', fileId] as const,
  on: (fileId: string, version: number) => ['fixes', fileId, version] as const,
}
export const allFixes = { queryKey: fixKeys.all }

/** Should the live stream miss that pins are carried. */
const lookAgainMs = 5_000

type On = { reviewId: string; fileId: string; version: number }

/** What is to check on a version; the live stream keeps it fresh. */
export function fixesQuery({ reviewId, fileId, version }: On) {
  return queryOptions({
    queryKey: fixKeys.on(fileId, version),
    queryFn: async ({ signal }): Promise<Fixes> => {
      const given = { params: { id: fileId }, query: { version }, share: shareTokenOf(reviewId), signal }
      return (await call(listFixes, given)).result
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data?.state === 'CARRYING' ? lookAgainMs : false),
    meta: { shown: true },
  })
}

export const readFixesAgain = (client: QueryClient, fileId: string) =>
  void client.invalidateQueries({ queryKey: fixKeys.of(fileId) })

/** The answer to an own act, or what someone else did. */
export function keepFix(client: QueryClient, fix: Fix): void {
  client.setQueryData<Fixes>(fixKeys.on(fix.file, fix.version), (known) => known && withFix(known, fix))
}

function withFix(known: Fixes, fix: Fix): Fixes {
  const fixes = known.fixes.map((one) => (one._id === fix._id ? fix : one))
  const isOnlySome = known.toCheck + known.checked > fixes.length
  if (isOnlySome) return { ...known, fixes }
  const checked = fixes.filter((one) => one.checked).length
  return { ...known, fixes, checked, toCheck: fixes.length - checked }
}

/** Comments with where they stand on the version. */
export function withCarried(comments: Comment[], fixes: Fixes | undefined): Comment[] {
  if (!fixes?.fixes.length) return comments
  const byId = new Map(fixes.fixes.map((fix) => [fix._id, fix.carried]))
  return comments.map((comment) => {
    const carried = byId.get(comment._id)
    return carried ? { ...comment, carried } : comment
  })
}

/** Keeps what is loaded as events say. */
export function applyToFixes(client: QueryClient, event: ReviewEvent): void {
  if (event.event === 'comment.fix') keepFix(client, event.data)
  if (event.event === 'carry.ready') readFixesAgain(client, event.data._id)
  if (event.event === 'comment.status' || event.event === 'comment.created')
    for (const [, known] of client.getQueriesData<Fixes>({ queryKey: fixKeys.of(event.data.file) }))
      if (known && lacks(known, event.data)) readFixesAgain(client, event.data.file)
}

/** An open comment of an earlier version that is not among them. */
const lacks = ({ version, fixes }: Fixes, { _id, status, version: own }: Comment) =>
  own < version && status === 'OPEN' && fixes.every((fix) => fix._id !== _id)

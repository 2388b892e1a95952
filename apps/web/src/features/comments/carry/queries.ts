import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Fixes } from '@wingmark/contract/carry'
import type { Comment } from '@wingmark/contract/comments'
import type { ReviewEvent } from '@wingmark/contract/live'
import { lateCalls } from '#web/features/comments/carry/late-calls'
import { commentKeys } from '#web/features/comments/queries'
import { isRemovingVersion } from '#web/lib/removing-versions'

/** Read again with all comments. */
export const fixKeys = {
  all: [...commentKeys.all, 'fix'] as const,
  of: (fileId: string) => [...fixKeys.all, fileId] as const,
  on: (fileId: string, version: number) => [...fixKeys.all, fileId, version] as const,
}

/** Should the live stream miss that pins are carried. */
const lookAgainMs = 5_000

type On = { reviewId: string; fileId: string; version: number }

/** What is to check on a version; the live stream keeps it fresh. */
export function fixesQuery({ reviewId, fileId, version }: On) {
  return queryOptions({
    queryKey: fixKeys.on(fileId, version),
    async queryFn({ signal, client, queryKey }): Promise<Fixes> {
      const calls = await lateCalls()
      // The server would refuse a version that this tab is removing.
      const known = isRemovingVersion(fileId, version) && client.getQueryData<Fixes>(queryKey)
      return known || calls.readFixes({ reviewId, fileId, version }, signal)
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data?.state === 'CARRYING' ? lookAgainMs : false),
    meta: { shown: true },
  })
}

export const readFixesAgain = (client: QueryClient, fileId: string) =>
  void client.invalidateQueries({ queryKey: fixKeys.of(fileId) })

/** Comments with where they stand on the version. */
export function withCarried(comments: Comment[], fixes: Fixes | undefined): Comment[] {
  if (!fixes?.fixes.length) return comments
  const byId = new Map(fixes.fixes.map((fix) => [fix._id, fix.carried]))
  return comments.map((comment) => {
    const carried = byId.get(comment._id)
    return carried ? { ...comment, carried } : comment
  })
}

/** Keeps what is loaded as events say; nothing is without versions. */
export function applyToFixes(client: QueryClient, event: ReviewEvent): void {
  if (client.getQueryCache().findAll({ queryKey: fixKeys.all }).length > 0)
    void lateCalls().then(
      (calls) => calls.applyToFixes(client, event),
      () => undefined,
    )
}

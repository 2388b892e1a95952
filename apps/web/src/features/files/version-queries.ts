import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { listVersions, type Version } from '@wingmark/contract/versions'
import { call } from '#web/lib/api'
import { shareTokenOf } from '#web/lib/share-token'

export const versionKeys = {
  all: ['versions'] as const,
  of: (fileId: string) => ['versions', fileId] as const,
}

/** A file's versions, newest first; the live stream keeps them fresh. */
export function versionsQuery(reviewId: string, fileId: string) {
  return queryOptions({
    queryKey: versionKeys.of(fileId),
    queryFn: async ({ signal }): Promise<Version[]> =>
      (await call(listVersions, { params: { id: fileId }, share: shareTokenOf(reviewId), signal })).results,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Reads them again where they are shown. */
export const readVersionsAgain = (client: QueryClient, fileId: string) =>
  client.invalidateQueries({ queryKey: versionKeys.of(fileId) })

const adding = new Set<string>()

/** Adds a version; this tab shows it without being asked. */
export async function whileAdding<T>(fileId: string, add: () => Promise<T>): Promise<T> {
  adding.add(fileId)
  try {
    return await add()
  } finally {
    adding.delete(fileId)
  }
}

/** Whether this tab is adding a version to the file now. */
export const isAddingVersion = (fileId: string): boolean => adding.has(fileId)

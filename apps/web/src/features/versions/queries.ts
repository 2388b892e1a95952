import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { File } from '@wingmark/contract/files'
import { isolated } from '@wingmark/contract/names'
import {
  addVersion as addVersionCall,
  deleteVersion,
  listVersions,
  type Version,
} from '@wingmark/contract/versions'
import { keepFile } from '#web/features/files/queries'
import { call } from '#web/lib/api'
import { toastForError } from '#web/lib/error-toast'
import { formatCount } from '#web/lib/format'
import { whileRemoving } from '#web/lib/removing-versions'
import { shareTokenOf } from '#web/lib/share-token'
import { offerUndo } from '#web/lib/undo'

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

/** Of a checkbox. */
export const startFreshWords = {
  label: 'Start fresh',
  description: 'Open comments stay on their own version; no pins are carried over.',
}

const adding = new Set<string>()

/** Adds a version; this tab shows it without being asked. */
async function whileAdding<T>(fileId: string, add: () => Promise<T>): Promise<T> {
  adding.add(fileId)
  try {
    return await add()
  } finally {
    adding.delete(fileId)
  }
}

/** Whether this tab is adding a version to the file now. */
export const isAddingVersion = (fileId: string): boolean => adding.has(fileId)

/** `stored`: an uploaded file that is in no review. `key` makes retries idempotent. */
type Addition = { reviewId: string; id: string; stored: string; startFresh?: boolean; key: string }

/** `current`: another one than `number` if that has no preview. */
export type Added = { reviewId: string; of: string; number: number; name: string; current: number }

export async function addVersion(
  client: QueryClient,
  { reviewId, id, stored, startFresh = false, key }: Addition,
): Promise<Added> {
  const share = shareTokenOf(reviewId)
  const { result } = await whileAdding(id, () =>
    call(addVersionCall, { params: { id }, body: { file: stored, startFresh }, share, idempotencyKey: key }),
  )
  const { added: number, ...file } = result
  show(client, reviewId, file)
  return { reviewId, of: id, number, name: file.name, current: file.version }
}

/** Says that versions are there; Undo removes them all. */
export function offerToRemove(client: QueryClient, added: readonly Added[]): void {
  const [first, ...others] = added
  if (!first) return
  const what = others.length === 0 ? wordsFor(first) : `${formatCount(added.length, 'new version')} added`
  const removeAll = async () => {
    // The newest first: each earlier one is current again.
    for (const { reviewId, of, number } of added.toReversed()) {
      const share = shareTokenOf(reviewId)
      await whileRemoving(of, number, async () => {
        const { result } = await call(deleteVersion, { params: { id: of, number }, share })
        show(client, reviewId, result)
      })
    }
  }
  offerUndo(what, () => void removeAll().catch(toastForError))
}

const wordsFor = ({ number, name, current }: Added) =>
  current < number
    ? `Version ${number} of ${isolated(name)} has no preview, so version ${current} stays current`
    : `Version ${number} of ${isolated(name)} added`

function show(client: QueryClient, reviewId: string, file: File): void {
  keepFile(client, reviewId, file)
  void readVersionsAgain(client, file._id)
}

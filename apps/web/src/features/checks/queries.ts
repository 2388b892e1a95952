import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type Brief,
  type CheckOfFile,
  type CheckRun,
  changeBrief,
  changeFinding,
  changeOwnWords,
  checkReview,
  type Finding,
  getCheck,
  listOwnWords,
  startCheck,
  stopCheck,
} from '@wingmark/contract/checks'
import { call } from '#web/lib/api'
import { formatCount } from '#web/lib/format'
import { shareTokenOf } from '#web/lib/share-token'
import { offerUndo } from '#web/lib/undo'

export const checkKeys = {
  all: ['checks'] as const,
  file: (fileId: string) => ['checks', fileId] as const,
}

/** A file's newest check with its findings; the review's live stream keeps it fresh. */
export function checkQuery({ reviewId, fileId }: { reviewId: string; fileId: string }) {
  return queryOptions({
    queryKey: checkKeys.file(fileId),
    queryFn: async ({ signal }) => readCheck(reviewId, fileId, signal),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { shown: true },
  })
}

async function readCheck(reviewId: string, fileId: string, signal?: AbortSignal): Promise<CheckOfFile> {
  const given = { params: { id: fileId }, share: shareTokenOf(reviewId) }
  return (await call(getCheck, signal ? { ...given, signal } : given)).result
}

const change = (client: QueryClient, fileId: string, by: (check: CheckOfFile) => CheckOfFile) =>
  client.setQueryData<CheckOfFile>(checkKeys.file(fileId), (check) => check && by(check))

/** Applies a live event of a check; components in use read its findings again. */
export function applyToCheck(client: QueryClient, run: CheckRun): void {
  // A late event of an older run must not replace a newer one.
  change(client, run.file, (check) => (check.run && check.run._id > run._id ? check : { ...check, run }))
  void readAgain(client, run.file)
}

/** A file's findings may have changed: one was published, or its comment is gone. */
export const readAgain = (client: QueryClient, fileId: string) =>
  client.invalidateQueries({ queryKey: checkKeys.file(fileId) })

/** One at a time: a quick undo must not overtake its dismissal, nor a new check either. */
const scope = { id: 'findings' }

export function useStartCheck(reviewId: string) {
  const client = useQueryClient()
  return useMutation({
    scope,
    mutationFn: async (fileId: string) =>
      (await call(startCheck, { params: { id: fileId }, body: {}, share: shareTokenOf(reviewId) })).result,
    onSuccess: (run) => applyToCheck(client, run),
  })
}

export function useCheckAll(reviewId: string) {
  const client = useQueryClient()
  return useMutation({
    scope,
    mutationFn: async () =>
      (await call(checkReview, { params: { id: reviewId }, share: shareTokenOf(reviewId) })).result.files,
    onSuccess: () => client.invalidateQueries({ queryKey: checkKeys.all }),
  })
}

export function useStopCheck(reviewId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (fileId: string) =>
      (await call(stopCheck, { params: { id: fileId }, share: shareTokenOf(reviewId) })).result.run,
    onSuccess: (run) => run && applyToCheck(client, run),
  })
}

const findingsBeingChanged = ['findings'] as const

export const isChangingFindings = (client: QueryClient) =>
  client.isMutating({ mutationKey: findingsBeingChanged }) > 0

type Change = { findings: readonly Finding[]; state: 'OPEN' | 'DISMISSED' }

/** Dismisses findings, or restores them; shows at once, with one Undo for all. */
export function useDismissFindings(reviewId: string) {
  const client = useQueryClient()
  const mark = ({ findings, state }: Change) => {
    const ids = new Set(findings.map(({ _id }) => _id))
    const [first] = findings
    if (!first) return
    change(client, first.file, (check) => ({
      ...check,
      findings: check.findings.map((one) => (ids.has(one._id) ? { ...one, state } : one)),
    }))
  }
  const mutation = useMutation({
    mutationKey: findingsBeingChanged,
    scope,
    mutationFn: async ({ findings, state }: Change) => {
      for (const { _id } of findings)
        await call(changeFinding, { params: { id: _id }, body: { state }, share: shareTokenOf(reviewId) })
    },
    onMutate: mark,
    onSettled: (_done, _error, { findings: [first] }) => {
      const isLast = client.isMutating({ mutationKey: findingsBeingChanged }) <= 1
      if (first && isLast) void readAgain(client, first.file)
    },
  })
  return (findings: readonly Finding[], state: Change['state'] = 'DISMISSED') => {
    mutation.mutate({ findings, state })
    if (state === 'DISMISSED')
      offerUndo(`${formatCount(findings.length, 'finding')} dismissed`, () =>
        mutation.mutate({ findings, state: 'OPEN' }),
      )
  }
}

/** The server's current comments of published findings. */
export async function commentsOfFindings(
  reviewId: string,
  fileId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { findings } = await readCheck(reviewId, fileId)
  return findings.flatMap(({ _id, comment }) => (comment && ids.includes(_id) ? [comment] : []))
}

export function useChangeBrief(reviewId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: Brief) =>
      (await call(changeBrief, { params: { id: reviewId }, body, share: shareTokenOf(reviewId) })).result,
    onSuccess: (brief) =>
      client.setQueriesData<CheckOfFile>(
        { queryKey: checkKeys.all },
        (check) => check && { ...check, brief },
      ),
    meta: { shown: [422] },
  })
}

export const ownWordsQuery = queryOptions({
  queryKey: ['own-words'],
  queryFn: async ({ signal }) => (await call(listOwnWords, { signal })).result.words,
  meta: { shown: true },
})

type WordsChange = { add?: string[]; remove?: string[] }

/** The user's own words; reads findings again, since some are no longer mistakes. */
export function useChangeOwnWords() {
  const client = useQueryClient()
  const mutation = useMutation({
    scope: { id: 'own-words' },
    mutationFn: async (body: WordsChange) => (await call(changeOwnWords, { body })).result.words,
    onSuccess: (words) => {
      client.setQueryData(ownWordsQuery.queryKey, words)
      return client.invalidateQueries({ queryKey: checkKeys.all })
    },
    meta: { shown: [422] },
  })
  /** From a finding: with Undo. */
  const addWord = (word: string) => {
    mutation.mutate({ add: [word] })
    offerUndo(`“${word}” is in your dictionary`, () => mutation.mutate({ remove: [word] }))
  }
  return { mutation, addWord }
}

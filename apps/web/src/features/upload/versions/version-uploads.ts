import type { Added } from '#web/features/versions/queries'
import type { UploadDeps } from '../upload-deps.ts'
import type { QueueEffect, QueueEvent } from '../upload-queue.ts'
import type { UploadSession, VersionOf } from '../upload-session.ts'
import { matchNames } from './match-names.ts'

type Hands = {
  getSession: () => UploadSession
  change: (next: Partial<UploadSession>) => void
  send: (event: QueueEvent) => void
  /** `of`: for each file, the one that it is a new version of. */
  accept: (files: readonly File[], of?: readonly (string | null)[], startFresh?: boolean) => void
  inThisSession: () => () => boolean
}

/** The part of uploads that become versions of files. */
export function createVersionUploads(
  deps: Pick<UploadDeps, 'filesOf' | 'addVersion' | 'saveVersions' | 'explain' | 'toastError'>,
  { getSession, change, send, accept, inThisSession }: Hands,
) {
  let added: Added[] = []

  /** Together, once no other is on its way. */
  const tell = () => {
    const isMore = getSession().queue.items.some(
      ({ of, review, state }) =>
        of && review !== 'attached' && ['waiting', 'uploading', 'uploaded'].includes(state),
    )
    if (isMore || added.length === 0) return
    deps.saveVersions(added)
    added = []
  }

  const start = (files: readonly File[], of: readonly (string | null)[], startFresh = false) => {
    accept(files, of, startFresh)
    change({ pairs: null, view: of.includes(null) ? 'files' : 'closed' })
  }

  return {
    /** Asks first which of them are versions, if some may be. */
    takeUp(files: readonly File[], asked: VersionOf | null): void {
      const { reviewId } = getSession().queue
      const known = reviewId === null ? [] : deps.filesOf(reviewId)
      const [only, ...others] = files
      const isOfAsked = asked !== null && only !== undefined && others.length === 0
      if (isOfAsked && asked.isSure) return start(files, [asked.file], asked.startFresh)
      const of = isOfAsked
        ? [asked.file]
        : matchNames(
            files.map(({ name }) => name),
            known,
          )
      if (of.some((id) => id !== null)) change({ confirm: null, pairs: { files, of } })
      else
        start(
          files,
          files.map(() => null),
        )
    },

    /** Those of an earlier visit are known to be versions. */
    resume: (files: readonly File[]) =>
      start(
        files,
        files.map(() => null),
      ),

    answers: {
      confirmPairs(of: readonly (string | null)[], startFresh = false): void {
        const { pairs } = getSession()
        if (pairs) start(pairs.files, of, startFresh)
      },
      cancelPairs: () => change({ pairs: null }),
    },

    async add({ id, of, fileId, startFresh }: Extract<QueueEffect, { type: 'addVersion' }>): Promise<void> {
      const isStill = inThisSession()
      const reviewId = getSession().queue.reviewId ?? ''
      try {
        added.push(await deps.addVersion({ reviewId, of, fileId, startFresh, key: id }))
        if (isStill()) send({ type: 'versionAdded', id })
      } catch (error) {
        const message = deps.explain(error).message ?? 'This file is gone.'
        if (getSession().view === 'closed') deps.toastError(message)
        if (isStill()) send({ type: 'versionFailed', id, message })
      }
      tell()
    },
  }
}

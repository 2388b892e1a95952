import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { getFile } from '@wingmark/contract/files'
import type { Version } from '@wingmark/contract/versions'
import { readFixesAgain } from '#web/features/comments/carry/queries'
import { createOutbox } from '#web/features/comments/outbox/outbox'
import { outboxPerSession } from '#web/features/comments/outbox/session-outbox'
import { useWriter } from '#web/features/comments/outbox/use-writer'
import { keepFile } from '#web/features/files/queries'
import { useRoom } from '#web/features/room/state/room-context'
import type { RoomState } from '#web/features/room/state/room-state'
import type { Sending } from '#web/features/room/versions/changes/version-change'
import { changeOf, type VersionTarget, versionKinds } from '#web/features/room/versions/version-changes'
import { placeOfVersions } from '#web/features/room/versions/version-place'
import { readVersionsAgain } from '#web/features/versions/queries'
import { call } from '#web/lib/api'
import { isPassing } from '#web/lib/api-error'
import { offerInverse } from '#web/lib/changes/offer-inverse'
import { messageForError, toastForError } from '#web/lib/error-toast'
import { shareTokenOf } from '#web/lib/share-token'
import { toastError } from '#web/lib/toast'

const open = outboxPerSession<VersionTarget>(({ client, id, whoAmI }) => {
  const readAgain = (file: string) => readFileAgain(client, id, file)
  return createOutbox<VersionTarget, Sending>({
    place: placeOfVersions(id),
    kinds: versionKinds,
    at: { reviewId: id, readAgain, readFixes: (file) => readFixesAgain(client, file) },
    whoAmI,
    say: toastError,
    // A refused change has no text to keep: the versions are shown as they are.
    async findEnd({ target }, error) {
      if (isPassing(error)) return null
      await readAgain(target.file)
      return { of: 'part', why: messageForError(error) ?? 'This couldn’t be changed.' }
    },
  })
})

async function readFileAgain(client: QueryClient, reviewId: string, file: string): Promise<void> {
  await readVersionsAgain(client, file)
  const { result } = await call(getFile, { params: { id: file }, share: shareTokenOf(reviewId) })
  keepFile(client, reviewId, result)
}

/** Pending changes of the versions in a review. */
export const versionOutbox = (client: QueryClient, reviewId: string) => open(client, reviewId)

/** A comment that is being written stays where it was begun. */
const isShown = ({ fileId, version, mark }: RoomState, { file, number }: VersionTarget) =>
  fileId === file && !mark && (version === null || version.number === number)

/** Shows a change at once, sends it once, and offers its inverse. `before`: the versions as shown. */
export function useChangeVersion() {
  const { reviewId, store } = useRoom()
  const client = useQueryClient()
  const outbox = versionOutbox(client, reviewId)
  const findWriter = useWriter()
  const send = (target: VersionTarget) =>
    void findWriter().then(
      (writer) => outbox.send({ target, message: '', files: [], mentioned: [], ...writer }),
      toastForError,
    )
  return (before: readonly Version[], target: VersionTarget) => {
    send(target)
    offerInverse(changeOf(target), before, target, (inverse) => {
      if (inverse.kind === 'current' && isShown(store.get(), target))
        store.dispatch({ do: 'showVersion', number: inverse.number })
      send(inverse)
    })
  }
}

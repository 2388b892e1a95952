import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { File } from '@wingmark/contract/files'
import type { ReviewEvent } from '@wingmark/contract/live'
import type { ReviewPage } from '@wingmark/contract/reviews'
import { applyToFixes } from '#web/features/comments/carry/queries'
import { commentKeys } from '#web/features/comments/queries'
import type { Room } from '#web/features/room/state/room-context'
import { isAddingVersion, readVersionsAgain, versionsQuery } from '#web/features/versions/queries'

type At = Pick<Room, 'reviewId' | 'store'> & { client: QueryClient; pageKey: QueryKey }

/** Takes nobody who looks at a version to another. Called before the page changes. */
export function versionEvents({ reviewId, store, client, pageKey }: At): (event: ReviewEvent) => void {
  const holdShown = ({ _id, version }: File) => {
    const shown = client.getQueryData<ReviewPage>(pageKey)?.files.find((file) => file._id === _id)
    const { fileId, version: held, mark } = store.get()
    if (!shown || fileId !== _id || shown.version === version) return
    if (held?.number === version) return store.dispatch({ do: 'showVersion', number: null })
    if (isAddingVersion(_id) && !mark) return
    store.dispatch({
      do: 'holdVersion',
      version: held ?? { number: shown.version, file: shown },
      by: version,
    })
  }

  const leaveGone = (id: string) => {
    const { fileId, version } = store.get()
    const left = client.getQueryData(versionsQuery(reviewId, id).queryKey)
    const isGone = left && fileId === id && version && left.every(({ number }) => number !== version.number)
    if (isGone) store.dispatch({ do: 'showVersion', number: null })
  }

  return (event) => {
    applyToFixes(client, event)
    if (!isVersionEvent(event)) return
    const { _id } = event.data
    const isAdded = event.event === 'version.added'
    if (isAdded || event.event === 'version.changed') holdShown(event.data)
    void readVersionsAgain(client, _id).then(() => leaveGone(_id))
    // Its comments went or returned with it.
    if (!isAdded && event.event !== 'version.removed') return
    void client.invalidateQueries({ queryKey: commentKeys.file(_id) })
    void client.invalidateQueries({ queryKey: commentKeys.review(reviewId) })
  }
}

type VersionEvent = Extract<ReviewEvent, { event: `version.${string}` }>

const isVersionEvent = (event: ReviewEvent): event is VersionEvent => event.event.startsWith('version.')

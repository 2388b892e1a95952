import { useState } from 'react'
import { useRoomState } from '#web/features/room/state/room-context'
import { useReviewData, useShownVersion } from '#web/features/room/state/room-data'

/** The newest version of each file that this person looked at, or that was there when they came. */
export function useSeenVersions(): ReadonlyMap<string, number> {
  const { files } = useReviewData()
  const fileId = useRoomState((state) => state.fileId)
  const shown = useShownVersion()
  const [seen, setSeen] = useState<ReadonlyMap<string, number>>(
    () => new Map(files.map(({ _id, version }) => [_id, version])),
  )
  const added = files.filter(({ _id }) => !seen.has(_id))
  const isNewer = fileId !== null && shown > (seen.get(fileId) ?? shown)
  if (added.length > 0 || isNewer) {
    const now = new Map([...seen, ...added.map(({ _id, version }) => [_id, version] as const)])
    if (isNewer) now.set(fileId, shown)
    setSeen(now)
  }
  return seen
}

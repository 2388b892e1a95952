import { useQueryClient } from '@tanstack/react-query'
import type { File } from '@wingmark/contract/files'
import { useCallback } from 'react'
import { keepFile } from '#web/features/files/queries'
import { useRoom } from '#web/features/room/state/room-context'

/** Puts a newer state of a file into the room's data. */
export function useKeepFile(): (file: File) => void {
  const client = useQueryClient()
  const { reviewId } = useRoom()
  return useCallback((file) => keepFile(client, reviewId, file), [client, reviewId])
}

import { useQuery } from '@tanstack/react-query'
import type { File } from '@wingmark/contract/files'
import type { Version } from '@wingmark/contract/versions'
import { useMemo } from 'react'
import type { Comparing } from '#web/features/room/state/comparing'
import { pageSize } from '#web/features/room/state/page-source'
import { useRoom } from '#web/features/room/state/room-context'
import { useReviewData, useStackFile } from '#web/features/room/state/room-data'
import { hasVersions } from '#web/features/room/state/version-words'
import type { Size } from '#web/features/room/state/viewport'
import { versionsQuery } from '#web/features/versions/queries'

/** One of the two that are compared. */
export type Side = { which: 'from' | 'to'; file: File; version: number; name: string }

export type Sides = {
  from: Side | null
  to: Side | null
  /** Of the shown file, newest first; empty until known. */
  versions: readonly Version[]
  isPending: boolean
}

/** Null where it lacks that page. */
export const sizeOn = ({ file }: Side, page: number | null): Size | null =>
  page === null ? null : pageSize(file, page)

/** Both sides of a comparison, as far as they are there. */
export function useSides(comparing: Comparing): Sides {
  const { reviewId } = useRoom()
  const { files } = useReviewData()
  const stack = useStackFile()
  const other = files.find((file) => file._id === comparing.with) ?? null
  const ofStack = useQuery({
    ...versionsQuery(reviewId, stack?._id ?? ''),
    enabled: stack !== null && hasVersions(stack),
  })
  const ofOther = useQuery({
    ...versionsQuery(reviewId, other?._id ?? ''),
    enabled: other !== null && comparing.from !== null && comparing.from !== other.version,
  })
  const versions = ofStack.data ?? []
  const to = stack && fileOf(stack, versions, comparing.to ?? stack.version)
  const from = other
    ? fileOf(other, ofOther.data ?? [], comparing.from ?? other.version)
    : stack && to && olderOf(stack, versions, comparing.from, to.version)
  const isPending = ofStack.isLoading || ofOther.isLoading
  return {
    from: useMemo(() => sideOf('from', from, other), [from, other]),
    to: useMemo(() => sideOf('to', to, other), [to, other]),
    ...{ versions, isPending },
  }
}

/** The current version needs no list. */
function fileOf(stack: File, versions: readonly Version[], number: number): File | null {
  if (number === stack.version) return stack
  return versions.find((version) => version.number === number)?.file ?? null
}

/** The wanted version, else the one before, else any other. */
function olderOf(stack: File, versions: readonly Version[], wanted: number | null, to: number): File | null {
  if (wanted !== null && wanted !== to) {
    const found = fileOf(stack, versions, wanted)
    if (found) return found
  }
  const others = versions.filter((version) => version.number !== to)
  const older = others.find((version) => version.number < to) ?? others.at(-1)
  return older?.file ?? null
}

function sideOf(which: Side['which'], file: File | null, other: File | null): Side | null {
  if (!file) return null
  return { which, file, version: file.version, name: other ? file.name : `Version ${file.version}` }
}

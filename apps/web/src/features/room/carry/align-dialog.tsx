import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AlignmentPairs, Fixes } from '@wingmark/contract/carry'
import type { File } from '@wingmark/contract/files'
import type { Marker } from '@wingmark/contract/markers'
import { type PointerEvent, useState } from 'react'
import { pageCount, pageSize, previewUrl } from '#web/features/room/state/page-source'
import { useRoom } from '#web/features/room/state/room-context'
import { useChangeVersion } from '#web/features/room/versions/version-outbox'
import { versionsQuery } from '#web/features/versions/queries'
import { Dialog } from '#web/ui/dialog'
import { useFocusBack } from '#web/ui/give-focus-back'
import { useIsPhone } from '#web/ui/use-is-phone'
import classes from './carry.module.css'

type Point = [number, number]
type Props = {
  file: File
  fixes: Fixes
  page: number
  from: Place
  unsure: readonly UnsurePin[]
  onClose: () => void
}
type Place = { version: number; page: number }
type UnsurePin = { number: number | null; was: { version: number; marker: Marker }; now: Marker }

const steps = [
  'Click a place on the earlier version.',
  'Click the same place on this version.',
  'Click a second place on the earlier version, far from the first.',
  'Click that place on this version.',
  'Both pairs are set. Unsure pins move with them, and stay unsure until someone confirms each.',
]

/** Two pairs of places move the unsure pins of a page. */
export function AlignDialog({ file, fixes, page, from, unsure, onClose }: Props) {
  const { reviewId } = useRoom()
  const isPhone = useIsPhone()
  const change = useChangeVersion()
  const { data: versions = [] } = useQuery(versionsQuery(reviewId, file._id))
  const [points, setPoints] = useState<readonly Point[]>([])
  useFocusBack()
  const before = versions.find(({ number }) => number === from.version)?.file
  const made = fixes.alignments.find((one) => one.page === page)
  const add = (side: 0 | 1) => (point: Point) => {
    if (points.length < 4 && points.length % 2 === side) setPoints([...points, point])
  }
  const align = () => {
    const [a, b, c, d] = points
    if (!a || !b || !c || !d) return
    const pairs: AlignmentPairs = [
      [a, b],
      [c, d],
    ]
    const was = made?.pairs ?? null
    const seen = made?.decidedAt ?? null
    change(versions, { kind: 'align', file: file._id, number: fixes.version, page, pairs, was, seen })
    onClose()
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Align unsure pins"
      size={1100}
      fullScreen={isPhone}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <p className={classes.words} role="status">
        {steps[points.length]}
      </p>
      <div className={classes.pair}>
        {before && from.page <= pageCount(before) && (
          <Sheet
            file={before}
            page={from.page}
            version={from.version}
            pins={unsure
              .filter(({ was }) => was.version === from.version && was.marker.page === from.page)
              .map(({ number, was }) => ({ number, at: was.marker }))}
            points={ofSide(points, 0)}
            onPoint={add(0)}
          />
        )}
        <Sheet
          file={file}
          page={page}
          version={fixes.version}
          pins={unsure.map(({ number, now }) => ({ number, at: now, isGuess: true }))}
          points={ofSide(points, 1)}
          onPoint={add(1)}
        />
      </div>
      <div className={classes.actions}>
        <Button
          variant="subtle"
          color="gray"
          disabled={points.length === 0}
          onClick={() => setPoints(points.slice(0, -1))}
        >
          Remove last place
        </Button>
        <Button disabled={points.length < 4} onClick={align}>
          Align pins
        </Button>
      </div>
    </Dialog>
  )
}

const ofSide = (points: readonly Point[], side: 0 | 1) => points.filter((_, i) => i % 2 === side)

type SheetProps = {
  file: File
  page: number
  version: number
  /** Those that will move, for orientation. */
  pins: readonly { number: number | null; at: Marker; isGuess?: boolean }[]
  points: readonly Point[]
  onPoint: (point: Point) => void
}

function Sheet({ file, page, version, pins, points, onPoint }: SheetProps) {
  const { width, height } = pageSize(file, page)
  const mark = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect()
    const part = (at: number, start: number, length: number) =>
      Math.round(Math.min(1, Math.max(0, (at - start) / length)) * 1e6) / 1e6
    onPoint([part(clientX, box.left, box.width), part(clientY, box.top, box.height)])
  }
  return (
    <figure>
      <div className={classes.sheet} style={{ aspectRatio: `${width} / ${height}` }} onPointerUp={mark}>
        <img src={previewUrl(file, page)} alt={`Version ${version}`} draggable={false} />
        {pins.map(({ number, at: { x, y }, isGuess }) => (
          <span
            key={number}
            className={classes.unsurePin}
            data-guess={isGuess}
            style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
          >
            {number}
            {isGuess && '?'}
          </span>
        ))}
        {points.map(([x, y], i) => (
          <span
            key={`${x} ${y}`}
            className={classes.place}
            style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
          >
            {i + 1}
          </span>
        ))}
      </div>
      <figcaption>Version {version}</figcaption>
    </figure>
  )
}

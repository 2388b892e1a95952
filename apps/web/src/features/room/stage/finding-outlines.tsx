import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Finding, Region } from '@wingmark/contract/checks'
import type { File } from '@wingmark/contract/files'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { checkQuery } from '#web/features/checks/queries'
import { insetsOf, pinRoom } from '#web/features/room/stage/use-reveal'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { bringIntoView, toScreen } from '#web/features/room/state/viewport'
import classes from './stage.module.css'

type Props = { file: File; page: number; stage: RefObject<HTMLElement | null> }
type Placed = Finding & { region: Region }

const isPlaced = (finding: Finding): finding is Placed => finding.region !== null

/** The places of findings, only with their list open, which says the same in words. */
export function FindingOutlines({ file, page, stage }: Props) {
  const { reviewId, view } = useRoom()
  const { data } = useQuery(checkQuery({ reviewId, fileId: file._id }))
  const chosen = useRoomState((state) => state.finding)
  const lit = useRoomState((state) => state.litFinding)
  const sheet = useRef<HTMLDivElement>(null)

  const findings = (data?.findings ?? [])
    .filter(isPlaced)
    .filter((one) => one.page === page && (one.state === 'OPEN' || one._id === chosen || one._id === lit))

  useLayoutEffect(() => {
    const follow = () => {
      const { current } = sheet
      if (!current) return
      const from = toScreen(view.get(), { x: 0, y: 0 })
      const to = toScreen(view.get(), { x: 1, y: 1 })
      current.style.transform = `translate(${from.x}px, ${from.y}px)`
      current.style.width = `${to.x - from.x}px`
      current.style.height = `${to.y - from.y}px`
    }
    follow()
    return view.subscribe(follow)
  }, [view])

  const region = findings.find((one) => one._id === chosen)?.region ?? null
  const place = useRef(region)
  useEffect(() => {
    place.current = region
  })
  useEffect(() => {
    if (chosen && place.current)
      view.glideTo(bringIntoView(view.get(), place.current, insetsOf(stage.current, pinRoom)))
  }, [chosen, page, stage, view])

  return (
    <div ref={sheet} className={classes.findings} aria-hidden data-findings={findings.length}>
      {findings.map((one) => (
        <Box
          key={one._id}
          className={classes.finding}
          data-lit={one._id === chosen || one._id === lit}
          style={{
            left: `${one.region.x * 100}%`,
            top: `${one.region.y * 100}%`,
            width: `${one.region.width * 100}%`,
            height: `${one.region.height * 100}%`,
          }}
        />
      ))}
    </div>
  )
}

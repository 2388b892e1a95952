import { useEffect, useRef } from 'react'
import type { OtherPointer } from '#web/features/room/state/others'
import { arePointersShown } from '#web/features/room/state/pointers'
import { useRoom } from '#web/features/room/state/room-context'
import { toScreen } from '#web/features/room/state/viewport'
import { useStore } from '#web/lib/store'
import { personColorOf } from '#web/ui/face-colors'
import classes from './stage.module.css'

const none: readonly OtherPointer[] = []

/** Others' pointers on this page. */
export function OthersPointers({ fileId, page }: { fileId: string; page: number }) {
  const { others } = useRoom()
  const isOn = useStore(arePointersShown, (on) => on)
  const pointers = useStore(others, (state) => (isOn ? state.pointers : none))
  const here = pointers.filter((one) => one.file === fileId && one.page === page)
  return here.map((pointer) => <OtherPointerMark key={pointer._id} pointer={pointer} />)
}

function OtherPointerMark({ pointer }: { pointer: OtherPointer }) {
  const { view } = useRoom()
  const mark = useRef<HTMLDivElement>(null)
  const { x, y } = pointer
  const color = personColorOf(pointer.color)
  useEffect(() => {
    const place = (isGliding: boolean) => {
      const at = toScreen(view.get(), { x, y })
      if (!mark.current) return
      mark.current.dataset.gliding = String(isGliding)
      mark.current.style.transform = `translate(${at.x}px, ${at.y}px)`
    }
    place(true)
    return view.subscribe(() => place(false))
  }, [view, x, y])
  return (
    <div ref={mark} className={classes.otherPointer} aria-hidden>
      <svg width="16" height="18" viewBox="0 0 16 18" focusable="false">
        <path
          d="M1 1v14l4-4h7z"
          fill={color}
          stroke="var(--wm-pin-ring)"
          strokeWidth="1.5"
          strokeLinejoin="round"
        />
      </svg>
      <span style={{ background: color, color: 'var(--wm-pin-ring)' }}>{pointer.name}</span>
    </div>
  )
}

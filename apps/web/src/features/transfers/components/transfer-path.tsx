import { UnstyledButton } from '@mantine/core'
import { useRef } from 'react'
import type { Crumb } from '#web/features/transfers/transfer-source'
import { type Dragged, useDropTarget } from '#web/features/transfers/use-item-drag'
import classes from './transfers.module.css'

type Props = {
  crumbs: readonly Crumb[]
  onOpen: (id: string | null) => void
  onDropped: (id: string | null, name: string, dragged: Dragged) => void
}

/** From the root to the open folder; each step is a link and a drop target. */
export function TransferPath({ crumbs, onOpen, onDropped }: Props) {
  const all = [{ id: null, name: 'All files' }, ...crumbs]
  return (
    <nav aria-label="Folders">
      <ol className={classes.path}>
        {all.map(({ id, name }, index) => (
          <Step
            // The last step is a different element.
            key={`${id} ${index === all.length - 1}`}
            id={id}
            name={name}
            isHere={index === all.length - 1}
            onOpen={() => onOpen(id)}
            onDropped={(dragged) => onDropped(id, name, dragged)}
          />
        ))}
      </ol>
    </nav>
  )
}

type StepProps = {
  id: string | null
  name: string
  isHere: boolean
  onOpen: () => void
  onDropped: (dragged: Dragged) => void
}

function Step({ id, name, isHere, onOpen, onDropped }: StepProps) {
  const step = useRef<HTMLButtonElement & HTMLSpanElement>(null)
  const isOver = useDropTarget(step, { id, onDrop: onDropped, onSpring: onOpen })
  return (
    <li className={classes.step}>
      {isHere ? (
        <span ref={step} aria-current="page" className={classes.here} data-over={isOver || undefined}>
          {name}
        </span>
      ) : (
        <UnstyledButton ref={step} className={classes.crumb} data-over={isOver || undefined} onClick={onOpen}>
          {name}
        </UnstyledButton>
      )}
    </li>
  )
}

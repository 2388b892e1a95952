import { VisuallyHidden } from '@mantine/core'
import type { Ref } from 'react'
import classes from './anchor.module.css'

type Props = { at: HTMLElement; name: string; id?: string; ref?: Ref<HTMLSpanElement> }

/** Lies over the place a menu opens at; takes no more of a button than its name needs. */
export function Anchor({ at, name, id, ref }: Props) {
  const { left, top, width, height } = at.getBoundingClientRect()
  return (
    <span ref={ref} id={id} className={classes.anchor} style={{ left, top, width, height }}>
      <VisuallyHidden>{name}</VisuallyHidden>
    </span>
  )
}

import { VisuallyHidden } from '@mantine/core'
import type { Ref } from 'react'
import classes from './anchor.module.css'

type Props = { at: HTMLElement; name: string; id?: string; ref?: Ref<HTMLSpanElement> }

/** Lies over what a menu is asked at; of what a button is given it takes no more than a name needs. */
export function Anchor({ at, name, id, ref }: Props) {
  const { left, top, width, height } = at.getBoundingClientRect()
  return (
    <span ref={ref} id={id} className={classes.anchor} style={{ left, top, width, height }}>
      <VisuallyHidden>{name}</VisuallyHidden>
    </span>
  )
}

import { useState } from 'react'
import { initialsOf } from '#web/lib/format'
import { faceColorsOf, ringColorOf } from '#web/ui/face-colors'
import classes from './face.module.css'

type Props = {
  /** Decides the colours. Null while unknown: then grey. */
  connectionId: string | null
  name: string
  src: string | null | undefined
  /** Pixels. */
  size: number
  /** In a review, the colour of theirs there, as a ring. */
  color?: number | undefined
}

/** A person's picture, else their initials; hidden from screen readers, since the name is beside it. */
export function Face({ connectionId, name, src, size, color }: Props) {
  const [broken, setBroken] = useState<string | null>(null)
  const { faceColor, featuresColor } = faceColorsOf(connectionId)
  const style = {
    width: size,
    height: size,
    fontSize: size * 0.38,
    background: faceColor,
    color: featuresColor,
    ...(color === undefined ? {} : { border: `2px solid ${ringColorOf(color)}` }),
  }
  return (
    <span className={classes.root} style={style} aria-hidden>
      {initialsOf(name)}
      {src && src !== broken && (
        <img src={src} alt="" className={classes.picture} onError={() => setBroken(src)} />
      )}
    </span>
  )
}

import type { FrontPicture as Picture } from '@wingmark/contract/front-pages'
import { DarkSource } from '#web/features/welcome/components/dark-source'
import peopleDark from '#web/features/welcome/people-dark.webp'
import peopleLight from '#web/features/welcome/people-light.webp'
import roomDark from '#web/features/welcome/room-dark.webp'
import roomLight from '#web/features/welcome/room-light.webp'
import classes from './landing.module.css'

const files = {
  room: { light: roomLight, dark: roomDark },
  people: { light: peopleLight, dark: peopleDark },
}

/** A screenshot of the demo studio. */
export function FrontPicture({ of: { name, alt } }: { of: Picture }) {
  const { light, dark } = files[name]
  return (
    <picture className={classes.room}>
      <DarkSource srcSet={dark} />
      <img src={light} alt={alt} width={1440} height={844} fetchPriority="high" decoding="sync" />
    </picture>
  )
}

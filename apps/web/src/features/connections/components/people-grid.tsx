import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './people.module.css'

const cardHeight = 360

export function PeopleGrid({ children }: { children: ReactNode }) {
  return <ul className={classes.grid}>{children}</ul>
}

export function PeopleGridLoading() {
  return (
    <output className={classes.grid} aria-label="Loading people">
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} height={cardHeight} />
      ))}
    </output>
  )
}

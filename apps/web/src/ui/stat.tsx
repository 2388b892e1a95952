import type { ReactNode } from 'react'
import classes from './stat.module.css'

type Props = { label: string; value: ReactNode; note?: ReactNode; children?: ReactNode }

/** A figure with its name; keeps its height while the figure loads. */
export function Stat({ label, value, note, children }: Props) {
  return (
    <div className={classes.root}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>
        {value}
        {note && <span className={classes.note}>{note}</span>}
        {children}
      </dd>
    </div>
  )
}

export function StatRow({ children }: { children: ReactNode }) {
  return <dl className={classes.row}>{children}</dl>
}

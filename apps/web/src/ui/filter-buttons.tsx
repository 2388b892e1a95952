import type { ReactNode } from 'react'
import classes from './filter-buttons.module.css'

type Props<Value extends string> = {
  label: string
  list: readonly { value: Value; label: string }[]
  counts: Record<Value, number>
  chosen: Value
  onChoose: (value: Value) => void
  children?: ReactNode
}

/** Chooses the shown part of a list, each with its count. */
export function FilterButtons<Value extends string>(props: Props<Value>) {
  const { label, list, counts, chosen, onChoose, children } = props
  return (
    <div className={classes.filters} role="group" aria-label={label}>
      {list.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          className={classes.filter}
          data-touch
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
        >
          {label} <span className={classes.filterCount}>{counts[value]}</span>
        </button>
      ))}
      {children}
    </div>
  )
}

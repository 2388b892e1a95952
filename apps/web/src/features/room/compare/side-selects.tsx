import { IconArrowRight } from '@tabler/icons-react'
import type { Sides } from '#web/features/room/compare/use-sides'
import type { Comparing } from '#web/features/room/state/comparing'
import { focusStage } from '#web/features/room/state/focus-stage'
import { useRoom } from '#web/features/room/state/room-context'
import { useReviewData, useStackFile } from '#web/features/room/state/room-data'
import classes from './compare.module.css'

type Props = { comparing: Comparing; sides: Sides }

/** The older and the newer side. */
export function SideSelects({ comparing, sides: { from, to, versions } }: Props) {
  const { store } = useRoom()
  const { files } = useReviewData()
  const stack = useStackFile()
  if (!stack) return null
  const change = (what: Partial<Comparing>) => {
    store.dispatch({ do: 'compare', comparing: { ...comparing, ...what } })
    focusStage()
  }
  const others = files.filter((file) => file._id !== stack._id && file.state === 'READY')
  const nameOf = (number: number) => `Version ${number}${number === stack.version ? ' (current)' : ''}`
  const options = (without: number | null) =>
    versions
      .filter(({ number }) => number !== without)
      .map(({ number }) => (
        <option key={number} value={number}>
          {nameOf(number)}
        </option>
      ))
  const chosenFrom = comparing.with ?? String(from?.version ?? '')
  return (
    <div className={classes.selects}>
      <select
        className={classes.select}
        aria-label="Older version"
        value={chosenFrom}
        onChange={({ currentTarget: { value } }) => {
          const isFile = others.some((file) => file._id === value)
          change(isFile ? { with: value, from: null } : { with: null, from: Number(value) })
        }}
      >
        {!from && <option value="">–</option>}
        {options(to?.version ?? null)}
        {others.length > 0 && (
          <optgroup label="Other files">
            {others.map((file) => (
              <option key={file._id} value={file._id}>
                {file.name}
              </option>
            ))}
          </optgroup>
        )}
      </select>
      <IconArrowRight size={15} className={classes.arrow} aria-label="compared with" />
      <select
        className={classes.select}
        aria-label="Newer version"
        value={String(to?.version ?? '')}
        onChange={({ currentTarget: { value } }) => change({ to: Number(value) })}
      >
        {versions.length === 0 ? (
          <option value={stack.version}>{comparing.with ? stack.name : nameOf(stack.version)}</option>
        ) : (
          options(comparing.with ? null : (from?.version ?? null))
        )}
      </select>
    </div>
  )
}

import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { DueInput } from '#web/features/room/round/due'
import { localDay } from '#web/lib/days'
import { zoneNames } from '#web/lib/zones'
import { DayInput } from '#web/ui/day-input'
import classes from './round-dialog.module.css'

type Props = { value: DueInput; error: string | null; onChange: (due: DueInput) => void }

/** A day, a time, and whose clocks show it. */
export function DueFields({ value, error, onChange }: Props) {
  const [zones] = useState(() => [...new Set([value.zone, ...zoneNames()])])
  return (
    <div>
      <div className={classes.due}>
        <DayInput
          label="Due"
          min={localDay()}
          value={value.day}
          error={error !== null}
          onChange={(event) => onChange({ ...value, day: event.currentTarget.value })}
        />
        <TextInput
          type="time"
          label="Time"
          value={value.time}
          error={error !== null}
          onChange={(event) => onChange({ ...value, time: event.currentTarget.value })}
        />
        <NativeSelect
          label="Time zone"
          value={value.zone}
          onChange={(event) => onChange({ ...value, zone: event.currentTarget.value })}
          data={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        />
      </div>
      {error && (
        <p className={classes.problem} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { localDay } from '#web/lib/days'
import { formatCount } from '#web/lib/format'
import { DayInput } from '#web/ui/day-input'
import classes from '../settings.module.css'
import { endOfDay, expiryDays, formatMoment, momentOfPreset } from './link-expiry.ts'
import type { LinkSettings } from './use-share-settings.ts'

type Props = {
  settings: LinkSettings
  /** Presets in days by the server's clock; `save` returns an error. */
  inDays?: { choices: readonly number[]; save: (days: number) => Promise<string | null> }
}

/** When the link expires: never, after a preset, or at the end of a day. */
export function LinkEnd({ settings, inDays }: Props) {
  const expiresAt = settings.link.expiresAt ?? null
  const [day, setDay] = useState<string | null>(null)
  const [today] = useState(() => localDay())
  const [error, setError] = useState<string | null>(null)

  const presets = inDays?.choices ?? expiryDays
  const save = async (saving: Promise<string | null>) => {
    const problem = await saving
    setError(problem)
    if (problem === null) setDay(null)
  }
  const saveMoment = (moment: string | null) => save(settings.change({ expiresAt: moment }))
  const choose = (value: string) => {
    const days = presets.find((candidate) => String(candidate) === value)
    if (days !== undefined && inDays) void save(inDays.save(days))
    else if (days !== undefined) void saveMoment(momentOfPreset(days))
    if (value === 'never') void saveMoment(null)
    if (value === 'date') setDay(expiresAt ? localDay(new Date(expiresAt)) : today)
  }
  const saveDay = () => {
    const moment = day === null ? null : endOfDay(day)
    if (moment) void saveMoment(moment)
    else setError('Choose today or a later date.')
  }

  return (
    <div className={classes.row}>
      <div className={classes.rowText}>
        <div className={classes.label}>Link expires</div>
        <p className={classes.hint}>
          {expiresAt ? `It works until ${formatMoment(expiresAt)}.` : 'It works until you turn it off.'}
        </p>
      </div>
      <div className={classes.buttons}>
        <NativeSelect
          size="xs"
          aria-label="Link expires"
          value={day !== null ? 'date' : expiresAt ? 'kept' : 'never'}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {expiresAt && <option value="kept">{formatMoment(expiresAt)}</option>}
          <option value="never">Never</option>
          {presets.map((days) => (
            <option key={days} value={days}>
              In {formatCount(days, 'day')}
            </option>
          ))}
          <option value="date">On a date…</option>
        </NativeSelect>
        {day !== null && (
          <div className={classes.buttons}>
            <DayInput
              size="xs"
              aria-label="Expiry date of the link"
              min={today}
              value={day}
              error={error}
              onChange={(event) => {
                setDay(event.currentTarget.value)
                setError(null)
              }}
            />
            <Button size="xs" loading={settings.saving} onClick={saveDay}>
              Save
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

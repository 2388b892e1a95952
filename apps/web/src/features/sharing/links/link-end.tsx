import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import classes from '../settings.module.css'
import {
  dayOf,
  endOfDay,
  expiryPresets,
  formatMoment,
  isExpiryChoice,
  momentOfPreset,
} from './link-expiry.ts'
import type { LinkSettings } from './use-share-settings.ts'

/** Until when the link works: never ending, a preset from now, or the end of a day. */
export function LinkEnd({ settings }: { settings: LinkSettings }) {
  const expiresAt = settings.link.expiresAt ?? null
  const [day, setDay] = useState<string | null>(null)
  const [today] = useState(() => dayOf(Date.now()))
  const [error, setError] = useState<string | null>(null)

  const save = async (moment: string | null) => {
    const problem = await settings.change({ expiresAt: moment })
    setError(problem)
    if (problem === null) setDay(null)
  }
  const choose = (value: string) => {
    if (!isExpiryChoice(value)) return
    const preset = expiryPresets.find((candidate) => candidate.value === value)
    if (preset) void save(momentOfPreset(preset.days))
    if (value === 'never') void save(null)
    if (value === 'date') setDay(expiresAt ? dayOf(expiresAt) : today)
  }
  const saveDay = () => {
    const moment = day === null ? null : endOfDay(day)
    if (moment) void save(moment)
    else setError('Choose a day that is not over.')
  }

  return (
    <div className={classes.row}>
      <div className={classes.rowText}>
        <div className={classes.label}>Link ends</div>
        <p className={classes.hint}>
          {expiresAt ? `It works until ${formatMoment(expiresAt)}.` : 'It works until you switch it off.'}
        </p>
      </div>
      <div className={classes.buttons}>
        <NativeSelect
          size="xs"
          aria-label="Link ends"
          value={day !== null ? 'date' : expiresAt ? 'kept' : 'never'}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {expiresAt && <option value="kept">{formatMoment(expiresAt)}</option>}
          <option value="never">Never</option>
          {expiryPresets.map((preset) => (
            <option key={preset.value} value={preset.value}>
              {preset.label}
            </option>
          ))}
          <option value="date">On a day…</option>
        </NativeSelect>
        {day !== null && (
          <div className={classes.buttons}>
            <TextInput
              size="xs"
              type="date"
              aria-label="Last day of the link"
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

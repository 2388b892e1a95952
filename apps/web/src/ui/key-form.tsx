import { Button, PasswordInput } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { formatTimeLeft } from '@wingmark/contract/formats'
import { accessKeyMax } from '@wingmark/contract/limits'
import { type FormEvent, useEffect, useState } from 'react'
import { ApiError } from '#web/lib/api-error'
import { messageForError } from '#web/lib/error-toast'
import classes from './key-form.module.css'

type Props = {
  title: string
  text: string
  label: string
  /** The toggle's label for screen readers. */
  toggle: string
  /** Shown if nothing was typed. */
  missing: string
  /** Shown if it is wrong; else the server's sentence. */
  wrong?: string
  button: string
  opening: { isPending: boolean; error: Error | null }
  open: (accessKey: string, whenRefused: { onError: (error: Error) => void }) => void
}

/** Asks for a link's secret, which enters no address and is not stored. */
export function KeyForm({ title, text, label, toggle, missing, wrong, button, opening, open }: Props) {
  const [accessKey, setAccessKey] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const wait = useWait(opening.error)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (accessKey.trim() === '') return setProblem(missing)
    open(accessKey, {
      onError: (error) => {
        const isWrong = error instanceof ApiError && error.code === 'INVALID_ACCESS_KEY'
        setProblem((isWrong ? wrong : null) ?? messageForError(error) ?? 'Not found.')
      },
    })
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <span className={classes.lock} aria-hidden>
        <IconLock size={22} stroke={1.75} />
      </span>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.text}>{text}</p>
      <PasswordInput
        visibilityToggleButtonProps={{ 'aria-label': toggle }}
        className={classes.field}
        label={label}
        value={accessKey}
        onChange={(event) => {
          setAccessKey(event.currentTarget.value)
          setProblem(null)
        }}
        error={problem}
        maxLength={accessKeyMax}
        autoComplete="off"
        size="md"
        autoFocus
      />
      <Button type="submit" size="md" fullWidth loading={opening.isPending} disabled={wait > 0}>
        {wait > 0 ? `Try again ${formatTimeLeft(new Date(wait * 1_000).toISOString(), 0)}` : button}
      </Button>
    </form>
  )
}

/** Seconds until the server accepts another try. */
function useWait(error: Error | null): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (error instanceof ApiError && error.status === 429)
      setSeconds(Math.ceil(error.retryAfterSeconds ?? 10))
  }, [error])
  useEffect(() => {
    if (seconds <= 0) return
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [seconds])
  return seconds
}

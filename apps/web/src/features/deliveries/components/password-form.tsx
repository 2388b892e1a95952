import { Button, PasswordInput } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { accessKeyMax } from '@wingmark/contract/limits'
import { type FormEvent, useEffect, useState } from 'react'
import { useOpenDelivery } from '#web/features/deliveries/queries'
import { ApiError } from '#web/lib/api-error'
import { messageForError } from '#web/lib/error-toast'
import classes from './deliveries.module.css'

/** Asks for the password of a link; it goes into no address and is not remembered. */
export function PasswordForm({ shareCode }: { shareCode: string }) {
  const [accessKey, setAccessKey] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const open = useOpenDelivery()
  const wait = useWait(open.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (accessKey.trim() === '') return setProblem('Please enter the password')
    open.mutate(
      { shareCode, accessKey },
      {
        onError: (error) =>
          setProblem(error instanceof ApiError ? error.message : (messageForError(error) ?? '')),
      },
    )
  }
  return (
    <form className={classes.password} onSubmit={submit} noValidate>
      <span className={classes.lock} aria-hidden>
        <IconLock size={22} stroke={1.75} />
      </span>
      <h1 className={classes.passwordTitle}>These files need a password</h1>
      <p className={classes.facts}>The person who sent you the link can tell you.</p>
      <PasswordInput
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
        className={classes.passwordField}
        label="Password"
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
      <Button type="submit" size="md" fullWidth loading={open.isPending} disabled={wait > 0}>
        {wait > 0 ? `Try again in ${wait} s` : 'Open'}
      </Button>
    </form>
  )
}

/** Seconds that the server wants to be left alone for. */
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

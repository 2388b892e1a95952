import { Button, PasswordInput } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { accessKeyMax } from '@wingmark/contract/limits'
import { type FormEvent, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useOpenShare } from '#web/features/reviews/queries'
import { ApiError } from '#web/lib/api-error'
import { messageForError } from '#web/lib/error-toast'
import { shareProofOf } from '#web/lib/share-proof'
import classes from './entry.module.css'

/** Asks for the key of a shared review; the key goes into no address and is not remembered. */
export function AccessKeyForm({ reviewId }: { reviewId: string }) {
  const [search] = useSearchParams()
  const [accessKey, setAccessKey] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const open = useOpenShare()
  const wait = useWait(open.error)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (accessKey.trim() === '') return setProblem('Please enter the access key')
    const shareCode = search.get('share') ?? shareProofOf(reviewId)
    open.mutate(
      { ...(shareCode === undefined ? { review: reviewId } : { shareCode }), accessKey },
      { onError: (error) => setProblem(messageForError(error) ?? 'Not found.') },
    )
  }

  return (
    <form className={classes.key} onSubmit={submit} noValidate>
      <span className={classes.lock} aria-hidden>
        <IconLock size={22} stroke={1.75} />
      </span>
      <h1 className={classes.title}>This review needs an access key</h1>
      <p className={classes.text}>The person who sent you the link can tell you the key.</p>
      <PasswordInput
        visibilityToggleButtonProps={{ 'aria-label': 'Show the key' }}
        className={classes.field}
        label="Access key"
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
        {wait > 0 ? `Try again in ${wait} s` : 'Open review'}
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

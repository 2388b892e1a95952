import { Alert } from '@mantine/core'
import classes from './auth-form.module.css'

/** An error of the whole form. */
export function FormError({ error }: { error: string | null | undefined }) {
  if (!error) return null
  return (
    <Alert variant="light" color="pin" role="alert" classNames={{ message: classes.error }}>
      {error}
    </Alert>
  )
}

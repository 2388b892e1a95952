import { Alert } from '@mantine/core'
import { type ReactNode, type SubmitEventHandler } from 'react'
import classes from './auth-form.module.css'

type Props = { onSubmit: SubmitEventHandler<HTMLFormElement>; error: string | null; children: ReactNode }

/** Fields under one another, and above them what concerns all of them. */
export function AuthForm({ onSubmit, error, children }: Props) {
  return (
    <form onSubmit={onSubmit} noValidate className={classes.form}>
      {error && (
        <Alert variant="light" color="pin" role="alert" classNames={{ message: classes.error }}>
          {error}
        </Alert>
      )}
      {children}
    </form>
  )
}

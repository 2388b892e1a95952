import type { ReactNode, SubmitEventHandler } from 'react'
import { FormError } from '#web/features/account/components/form-error'
import classes from './auth-form.module.css'

type Props = { onSubmit: SubmitEventHandler<HTMLFormElement>; error: string | null; children: ReactNode }

/** Stacked fields, with the form's error above them. */
export function AuthForm({ onSubmit, error, children }: Props) {
  return (
    <form onSubmit={onSubmit} noValidate className={classes.form}>
      <FormError error={error} />
      {children}
    </form>
  )
}

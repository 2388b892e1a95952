import { Button, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formErrorOf } from '#web/features/account/auth-errors'
import { FormError } from '#web/features/account/components/form-error'
import { formerEmailQuery, useTakeBackEmail } from '#web/features/account/queries'
import { fieldErrorsOf } from '#web/lib/api-error'
import { paths } from '#web/lib/paths'
import { endSession } from '#web/lib/session'

/** For the reader of the email at a former address; opening the link alone changes nothing. */
export function TakeBack({ token }: { token: string }) {
  const former = useQuery(formerEmailQuery(token))
  const take = useTakeBackEmail()
  const error = take.error ?? former.error
  if (take.data)
    return (
      <>
        <Text role="status" mb="md">
          Your account uses <strong>{take.data.email}</strong> again. All devices are signed out, and the
          password no longer works.
        </Text>
        <Button
          component={Link}
          to={paths.forgotPassword}
          state={{ email: take.data.email }}
          size="md"
          fullWidth
        >
          Set new password
        </Button>
      </>
    )
  if (error) return <FormError error={fieldErrorsOf(error).token ?? formErrorOf(error) ?? error.message} />
  if (!former.data) return <Skeleton height={96} />
  return (
    <>
      <Text mb="md">
        This gives your account the address <strong>{former.data.email}</strong> again. All devices are signed
        out, and the password stops working.
      </Text>
      <Button
        size="md"
        fullWidth
        loading={take.isPending}
        onClick={() => take.mutate(token, { onSuccess: () => endSession() })}
      >
        Recover my account
      </Button>
    </>
  )
}

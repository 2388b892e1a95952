import { useComputedColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { formErrorOf } from '#web/features/account/auth-errors'
import { FormError } from '#web/features/account/components/form-error'
import { loadGoogleId } from '#web/features/account/google-script'
import { signInOptionsQuery, useGoogleSignIn } from '#web/features/account/queries'
import classes from './auth-form.module.css'

const widthMax = 400

/** Google's own button; nothing without a client id, or if Google's script fails to load. */
export function GoogleButton() {
  const { data } = useQuery(signInOptionsQuery)
  const { mutate, error } = useGoogleSignIn()
  const place = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme('light')
  const clientId = data?.googleClientId
  useEffect(() => {
    if (!clientId) return
    let isGone = false
    const draw = async () => {
      const google = await loadGoogleId()
      const parent = place.current
      if (isGone || !parent) return
      google.initialize({ client_id: clientId, callback: ({ credential }) => mutate(credential) })
      google.renderButton(parent, {
        theme: scheme === 'dark' ? 'filled_black' : 'outline',
        size: 'large',
        width: Math.min(widthMax, parent.clientWidth),
        locale: 'en',
      })
    }
    draw().catch(() => null)
    return () => {
      isGone = true
    }
  }, [clientId, scheme, mutate])
  if (!clientId) return null
  return (
    <>
      <div ref={place} className={classes.google} />
      <FormError error={formErrorOf(error)} />
    </>
  )
}

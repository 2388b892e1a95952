import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { profileQuery } from '#web/features/account/queries'
import { paths } from '#web/lib/paths'

/** A quiet line until the address is verified; nothing depends on it. */
export function UnconfirmedEmail() {
  const { data } = useQuery(profileQuery)
  if (!data || data.settings.isEmailConfirmed) return null
  return (
    <Text size="sm" c="dimmed">
      {data.user.email} isn’t confirmed yet. <Link to={paths.settings}>Enter the code from our email</Link>
    </Text>
  )
}

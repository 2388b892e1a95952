import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { usernameQuery } from '#web/features/connections/queries'

const pauseMs = 300

type Props = { wanted: string; own: string }

/** Says while typing whether the name is free. */
export function UsernameHint({ wanted, own }: Props) {
  const [name] = useDebouncedValue(wanted.trim().toLowerCase(), pauseMs)
  const { data } = useQuery({ ...usernameQuery(name), enabled: name !== own && name.length > 1 })
  const said =
    name === own || name.length < 2 ? null : data && (data.message ?? `${data.username} is available.`)
  return <span role="status">{said ?? 'This name is part of your page’s address.'}</span>
}

import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#web/lib/paths'
import { rememberWantedPath, useSession } from '#web/lib/session'

/** Leads to creating reviews; visitors register on the way. */
export function GetReviews() {
  return <WayIn label="Get Reviews" to={paths.reviews} />
}

/** Leads to people to connect with; visitors register on the way. */
export function GetConnections() {
  return <WayIn label="Get Connections" to={paths.connections} />
}

function WayIn({ label, to }: { label: string; to: string }) {
  const { token } = useSession()
  return (
    <Button
      component={Link}
      to={token ? to : paths.register}
      size="md"
      onClick={() => !token && rememberWantedPath(to)}
    >
      {label}
    </Button>
  )
}

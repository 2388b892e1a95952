import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { blockedQuery, useUnblock } from '#web/features/connections/queries'
import { Face } from '#web/ui/face'
import { PageSection } from '#web/ui/page'
import { Panel } from '#web/ui/panel'
import classes from './connections.module.css'

const faceSize = 32

/** People whom the user has blocked; renders nothing if there are none. */
export function BlockedPeople() {
  const { data } = useQuery(blockedQuery)
  const unblock = useUnblock()
  if (!data || data.total === 0) return null
  return (
    <PageSection title="Blocked people">
      <Panel isPadded>
        <ul className={classes.rows}>
          {data.results.map(({ _id, name, avatar }) => (
            <li key={_id} className={classes.row}>
              <Face connectionId={_id} name={name} src={avatar} size={faceSize} />
              <Text size="sm" className={classes.name}>
                {name}
              </Text>
              <Button
                variant="default"
                size="xs"
                aria-label={`Unblock ${name}`}
                loading={unblock.isPending && unblock.variables === _id}
                onClick={() => unblock.mutate(_id)}
              >
                Unblock
              </Button>
            </li>
          ))}
        </ul>
      </Panel>
    </PageSection>
  )
}

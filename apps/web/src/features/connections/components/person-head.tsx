import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Person } from '@wingmark/contract/people'
import { Link, useNavigate } from 'react-router'
import { profileQuery } from '#web/features/account/queries'
import { AskButton } from '#web/features/connections/components/ask-button'
import { BetweenButton } from '#web/features/connections/components/between-button'
import { PersonAbout } from '#web/features/connections/components/person-about'
import { PersonMenu } from '#web/features/connections/components/person-menu'
import { mailLink } from '#web/lib/mail-link'
import { paths } from '#web/lib/paths'
import { openPopup } from '#web/lib/popups'
import { useSession } from '#web/lib/session'
import { Face } from '#web/ui/face'
import classes from './people.module.css'

const faceSize = 72

export function PersonFace({ person: { _id, name, avatar } }: { person: Person }) {
  return <Face connectionId={_id} name={name} src={avatar} size={faceSize} />
}

/** Their job, place and contact. */
export function PersonFacts({ person }: { person: Person }) {
  return (
    <span className={classes.facts}>
      <PersonAbout person={person} />
      <Text span size="sm">
        @{person.username}
        {person.email && (
          <>
            {' · '}
            <a href={mailLink(person.email)}>{person.email}</a>
          </>
        )}
      </Text>
    </span>
  )
}

export function PersonActions({ person }: { person: Person }) {
  const navigate = useNavigate()
  const { token } = useSession()
  const { data: account } = useQuery({ ...profileQuery, enabled: token !== null })
  const isUnknown = account?.connectionProfile === null
  return (
    <div className={classes.end}>
      {person.can.edit && (
        <Button variant="default" onClick={() => openPopup('profile')}>
          Edit
        </Button>
      )}
      {!person.connection && person.can.connect && <AskButton person={person} />}
      {!person.connection && !person.isSelf && isUnknown && (
        <Button variant="default" onClick={() => openPopup('pilot-benefit')}>
          Build a profile to connect
        </Button>
      )}
      {person.connection && <BetweenButton person={person} connection={person.connection} />}
      {person.can.message && (
        <Button component={Link} to={paths.messagesWith(person._id)} variant="default">
          Message
        </Button>
      )}
      {(person.can.block || person.can.report) && (
        <PersonMenu
          person={person}
          connection={person.connection}
          onBlocked={() => void navigate(paths.connections)}
        />
      )}
    </div>
  )
}

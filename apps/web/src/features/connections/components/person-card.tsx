import { Button, Text } from '@mantine/core'
import type { PersonCard as Card, Connection } from '@wingmark/contract/connections'
import { Link } from 'react-router'
import { BetweenButton } from '#web/features/connections/components/between-button'
import { paths } from '#web/lib/paths'
import { Face } from '#web/ui/face'
import classes from './people.module.css'

const faceSize = 48
const skillsShown = 5

type Props = {
  person: Card
  connection: Pick<Connection, '_id' | 'status' | 'direction'> | null
  note?: string | null
}

export function PersonCard({ person, connection, note }: Props) {
  const work = [person.designation, person.company, person.location].filter(Boolean).join(' · ')
  return (
    <article className={classes.card}>
      <div className={classes.head}>
        <Face connectionId={person._id} name={person.name} src={person.avatar} size={faceSize} />
        <div className={classes.words}>
          <h2 className={classes.name}>
            <Link to={paths.person(person.username)}>{person.name}</Link>
          </h2>
          <Text size="sm" c="dimmed">
            {work}
          </Text>
        </div>
      </div>
      {note && <Text className={classes.note}>{note}</Text>}
      <SkillList skills={person.skills.slice(0, skillsShown)} />
      <div className={classes.end}>
        {connection?.status === 'ACCEPTED' ? (
          <Button
            component={Link}
            to={paths.messagesWith(person._id)}
            variant="default"
            size="sm"
            aria-label={`Message to ${person.name}`}
          >
            Message
          </Button>
        ) : (
          <BetweenButton person={person} connection={connection} />
        )}
      </div>
    </article>
  )
}

export function SkillList({ skills }: { skills: readonly string[] }) {
  if (skills.length === 0) return null
  return (
    <ul className={classes.skills} aria-label="Skills">
      {skills.map((skill) => (
        <li key={skill}>{skill}</li>
      ))}
    </ul>
  )
}

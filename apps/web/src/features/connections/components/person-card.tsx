import { Button, Text } from '@mantine/core'
import type { PersonCard as Card, Connection } from '@wingmark/contract/connections'
import type { FoundPerson } from '@wingmark/contract/people'
import { Link } from 'react-router'
import { BetweenButton } from '#web/features/connections/components/between-button'
import { PersonAbout } from '#web/features/connections/components/person-about'
import { paths } from '#web/lib/paths'
import { CoverPicture } from '#web/ui/cover-picture'
import { DoneMark } from '#web/ui/done-mark'
import { Face } from '#web/ui/face'
import classes from './people.module.css'

const faceSize = 40
const skillsShown = 4
const workShown = 3

type Props = {
  person: Card
  connection: Pick<Connection, '_id' | 'status' | 'direction'> | null
  note?: string | null
  /** For people without any relation yet. */
  canConnect?: boolean
  /** A moment ago, which a tick shows. */
  isAccepted?: boolean
  onAccept?: () => void
  work?: FoundPerson['work']
}

export function PersonCard(props: Props) {
  const { person, connection, note, canConnect = false, isAccepted = false, onAccept, work } = props
  // Alone it has room beside the name.
  const isBeside =
    connection === null || connection.status === 'ACCEPTED' || connection.direction === 'OUTGOING'
  const action =
    connection?.status === 'ACCEPTED' ? (
      <Button
        component={Link}
        to={paths.messagesWith(person._id)}
        variant="default"
        size="sm"
        leftSection={isAccepted && <DoneMark size={20} />}
        aria-label={`Message ${person.name}`}
      >
        Message
      </Button>
    ) : (
      (connection !== null || canConnect) && (
        <BetweenButton person={person} connection={connection} onAccept={onAccept} />
      )
    )
  return (
    <article className={classes.card}>
      {work && <WorkList work={work.slice(0, workShown)} />}
      <div className={classes.head}>
        <Face connectionId={person._id} name={person.name} src={person.avatar} size={faceSize} />
        <div className={classes.words}>
          <h2 className={classes.name}>
            <Link to={paths.person(person.username)}>{person.name}</Link>
          </h2>
          <Text size="sm" c="dimmed">
            <PersonAbout person={person} />
          </Text>
        </div>
        {isBeside && action && <div className={classes.beside}>{action}</div>}
      </div>
      {note && <Text className={classes.note}>{note}</Text>}
      <SkillList skills={person.skills.slice(0, skillsShown)} />
      {!isBeside && <div className={classes.end}>{action}</div>}
    </article>
  )
}

/** The face of the card: the first large, the others beside it. */
function WorkList({ work }: { work: FoundPerson['work'] }) {
  if (work.length === 0) return <div className={classes.work} aria-hidden />
  return (
    <ul className={classes.work} aria-label="Work">
      {work.map(({ _id, name, coverUrl }) => (
        <li key={_id}>
          <Link to={paths.review(_id)} className={classes.cover} title={name} aria-label={name}>
            <CoverPicture url={coverUrl} />
          </Link>
        </li>
      ))}
    </ul>
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

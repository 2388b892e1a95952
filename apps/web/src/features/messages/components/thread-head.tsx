import { ActionIcon } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { Conversation } from '@wingmark/contract/messages'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#web/lib/paths'
import { Face } from '#web/ui/face'
import { useIsPhone } from '#web/ui/use-is-phone'
import classes from './thread.module.css'

const faceSize = 34

type Props = {
  person: Conversation['person']
  /** The list that opened it. */
  listPath: string
  menu?: ReactNode
}

export function ThreadHead({ person, listPath, menu }: Props) {
  const isPhone = useIsPhone()
  const Heading = isPhone ? 'h1' : 'h2'
  const name = person?.name ?? 'Deleted account'
  return (
    <header className={classes.head} role="presentation">
      {isPhone && (
        <ActionIcon component={Link} to={listPath} size="lg" aria-label="All messages">
          <IconArrowLeft size={18} />
        </ActionIcon>
      )}
      <Face connectionId={person?._id ?? null} name={name} src={person?.avatar} size={faceSize} />
      <Heading className={classes.name}>
        {person ? <Link to={paths.person(person.username)}>{name}</Link> : name}
      </Heading>
      {menu}
    </header>
  )
}

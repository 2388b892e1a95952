import { Text, Title } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '#web/lib/paths'
import { useSession } from '#web/lib/session'
import classes from './landing.module.css'

/** Leads to the user's transfers; visitors try a sample. */
export function TransferTile() {
  const { token } = useSession()
  return (
    <Link to={token ? paths.transfers : paths.landingTransfers} className={classes.tile}>
      <span className={classes.tileWords}>
        <Title order={2} size="h3">
          Transfer Files
        </Title>
        <Text c="dimmed">
          {token
            ? 'Send and keep files of any type, in folders.'
            : 'Files of any type, in folders. Try it on a sample, without an account.'}
        </Text>
      </span>
      <IconArrowRight size={20} aria-hidden />
    </Link>
  )
}
